package io.streamfusion.cli.plan;

import com.google.protobuf.InvalidProtocolBufferException;
import io.streamfusion.cli.report.CliException;
import io.streamfusion.substrait.text.FullText;
import io.streamfusion.substrait.text.PlanJson;
import io.streamfusion.substrait.text.PlanProtoText;
import io.substrait.proto.Plan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** The forms in which a plan is written to a file and read back. */
public enum PlanForm {
  /** Protobuf's bytes. */
  PB(".pb") {
    @Override
    byte[] encode(Plan plan) {
      return plan.toByteArray();
    }

    @Override
    Plan decode(byte[] bytes) throws InvalidProtocolBufferException {
      return Plan.parseFrom(bytes);
    }
  },
  /** Protobuf's JSON. */
  JSON(".json") {
    @Override
    byte[] encode(Plan plan) throws InvalidProtocolBufferException {
      return (PlanJson.of(plan) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    @Override
    Plan decode(byte[] bytes) throws InvalidProtocolBufferException {
      return PlanJson.parse(new String(bytes, StandardCharsets.UTF_8));
    }
  },
  /** A line for each relation. */
  TEXT(".txt") {
    @Override
    byte[] encode(Plan plan) {
      return FullText.of(plan).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    Plan decode(byte[] bytes) throws IOException {
      return FullText.parse(new String(bytes, StandardCharsets.UTF_8));
    }
  },
  /** Protobuf's text format. */
  TXTPB(".txtpb") {
    @Override
    byte[] encode(Plan plan) {
      return PlanProtoText.of(plan).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    Plan decode(byte[] bytes) throws IOException {
      return PlanProtoText.parse(new String(bytes, StandardCharsets.UTF_8));
    }
  };

  private final String suffix;

  PlanForm(String suffix) {
    this.suffix = suffix;
  }

  /** The form that a file's name tells. */
  public static Optional<PlanForm> ofName(String name) {
    return Arrays.stream(values()).filter(form -> name.endsWith(form.suffix)).findFirst();
  }

  /** Reads a plan; {@code name} is for messages. */
  public Plan read(String name, byte[] bytes) {
    Plan plan;
    try {
      plan = decode(bytes);
    } catch (IOException e) {
      throw new CliException(
          name + ": not a Substrait plan in " + this + " (" + oneLine(e.getMessage()) + ")",
          "plans are written by sf-plan translate; --from names another form");
    }
    if (plan.getRelationsCount() == 0) {
      throw new CliException(name + ": a plan without relations", "was the file cut off?");
    }
    return plan;
  }

  /** Writes a plan so that it can be read back to the same bytes, or not at all. */
  public byte[] write(String name, Plan plan) {
    try {
      byte[] bytes = encode(plan);
      if (Arrays.equals(decode(bytes).toByteArray(), plan.toByteArray())) {
        return bytes;
      }
    } catch (IOException e) {
      throw new CliException(
          name + ": cannot be written in " + this + " (" + oneLine(e.getMessage()) + ")",
          "the plan holds messages that this version does not know");
    }
    throw new CliException(
        name + ": cannot be written in " + this + " without losing something",
        "the plan holds fields that this version does not know");
  }

  abstract byte[] encode(Plan plan) throws InvalidProtocolBufferException;

  abstract Plan decode(byte[] bytes) throws IOException;

  private static String oneLine(String message) {
    // The name of a class in front means nothing to a reader.
    return message.replaceAll("^java\\.[\\w.]+: ", "").replaceAll("\\s+", " ").strip();
  }
}
