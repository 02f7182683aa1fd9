package io.streamfusion.substrait;

import com.google.protobuf.Any;
import com.google.protobuf.Message;
import io.substrait.proto.AdvancedExtension;
import io.substrait.proto.Version;

/** What both sides of the contract agree on, and how our messages are packed into a plan. */
public final class Contract {
  /** Goes into the job header; a reader refuses a version it does not know. */
  public static final int VERSION = 1;

  /** Every function of ours lives under {@code URN_PREFIX + family}. */
  public static final String FUNCTION_URN_PREFIX = "extension:io.streamfusion:functions_flink_";

  /** The URN of our user-defined types. */
  public static final String TYPE_URN = "extension:io.streamfusion:types_flink";

  /** The user-defined type for Flink's MULTISET. */
  public static final String MULTISET_TYPE = "multiset";

  /** Name of the producer in the plan's version. */
  public static final String PRODUCER = "streamfusion";

  private static final String TYPE_URL_PREFIX = "type.googleapis.com";

  // The version of the Substrait specification that substrait-java 0.66 writes.
  private static final int SPEC_MINOR = 77;

  private Contract() {}

  /** The specification version that plans are written in. */
  public static Version specVersion() {
    return Version.newBuilder().setMinorNumber(SPEC_MINOR).setProducer(PRODUCER).build();
  }

  /** Packs a message of ours into one of Substrait's extension points. */
  public static Any pack(Message message) {
    return Any.pack(message, TYPE_URL_PREFIX);
  }

  /** A typed enhancement: a reader that does not know it must refuse the plan. */
  public static AdvancedExtension enhancement(Message message) {
    return AdvancedExtension.newBuilder().setEnhancement(pack(message)).build();
  }
}
