package io.streamfusion.translator.rex;

import io.streamfusion.translator.HostCall;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** Collects the host calls of one plan and numbers them in the order of their appearance. */
public final class HostCalls {
  private static final int DIGEST_LENGTH = 16;

  private final List<HostCall> calls = new ArrayList<>();

  public HostCall add(
      HostCall.Kind kind,
      String nodeId,
      List<RexNode> expressions,
      RowType argumentType,
      LogicalType resultType) {
    String digest = digest(kind, expressions, argumentType, resultType);
    if (kind == HostCall.Kind.STANDBY) {
      // A call that stands by keeps nothing between rows, so that equal ones are one.
      for (HostCall known : calls) {
        if (known.digest().equals(digest) && known.nodeId().equals(nodeId)) {
          return known;
        }
      }
    }
    HostCall call =
        new HostCall(
            calls.size(),
            digest,
            kind,
            nodeId,
            expressions,
            argumentType,
            resultType,
            OptionalInt.empty());
    calls.add(call);
    return call;
  }

  public List<HostCall> all() {
    return List.copyOf(calls);
  }

  public int size() {
    return calls.size();
  }

  /** The calls added since {@code size()} gave this number. */
  public List<HostCall> since(int mark) {
    return List.copyOf(calls.subList(mark, calls.size()));
  }

  /** Forgets the calls added since {@code size()} gave this number. */
  void reset(int mark) {
    calls.subList(mark, calls.size()).clear();
  }

  private static String digest(
      HostCall.Kind kind, List<RexNode> expressions, RowType argumentType, LogicalType resultType) {
    StringBuilder text = new StringBuilder(kind.name());
    expressions.forEach(
        expression ->
            text.append('\n').append(expression).append(':').append(expression.getType()));
    text.append('\n').append(argumentType);
    text.append('\n').append(resultType);
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest(text.toString().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, DIGEST_LENGTH / 2);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every JDK has SHA-256", e);
    }
  }
}
