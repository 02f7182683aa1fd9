package io.streamfusion.substrait.text;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.TypeRegistry;
import com.google.protobuf.util.JsonFormat;
import io.streamfusion.substrait.proto.v1.JobHeader;
import io.streamfusion.substrait.proto.v1.StreamCorrelateRel;
import io.streamfusion.substrait.proto.v1.StreamDropUpdateBeforeRel;
import io.streamfusion.substrait.proto.v1.StreamExchange;
import io.streamfusion.substrait.proto.v1.StreamGroupAggregate;
import io.streamfusion.substrait.proto.v1.StreamHostProjectRel;
import io.streamfusion.substrait.proto.v1.StreamHostSinkRel;
import io.streamfusion.substrait.proto.v1.StreamHostSourceEdge;
import io.streamfusion.substrait.proto.v1.StreamRelEnhancement;
import io.streamfusion.substrait.proto.v1.StreamWatermarkAssignerRel;
import io.substrait.proto.Plan;

/** The JSON form of a plan: protobuf's own mapping, our messages included. */
public final class PlanJson {

  /** The messages of ours that a plan can hold inside an {@code Any}. */
  static final TypeRegistry MESSAGES =
      TypeRegistry.newBuilder()
          .add(JobHeader.getDescriptor())
          .add(StreamCorrelateRel.getDescriptor())
          .add(StreamDropUpdateBeforeRel.getDescriptor())
          .add(StreamExchange.getDescriptor())
          .add(StreamGroupAggregate.getDescriptor())
          .add(StreamHostProjectRel.getDescriptor())
          .add(StreamHostSinkRel.getDescriptor())
          .add(StreamHostSourceEdge.getDescriptor())
          .add(StreamRelEnhancement.getDescriptor())
          .add(StreamWatermarkAssignerRel.getDescriptor())
          .build();

  private PlanJson() {}

  /** Writes a plan. */
  public static String of(Plan plan) throws InvalidProtocolBufferException {
    return JsonFormat.printer().usingTypeRegistry(MESSAGES).print(plan);
  }

  /** Reads a plan back; unknown fields are refused. */
  public static Plan parse(String json) throws InvalidProtocolBufferException {
    Plan.Builder plan = Plan.newBuilder();
    JsonFormat.parser().usingTypeRegistry(MESSAGES).merge(json, plan);
    return plan.build();
  }
}
