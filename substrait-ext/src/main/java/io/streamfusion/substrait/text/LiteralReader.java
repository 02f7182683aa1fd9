package io.streamfusion.substrait.text;

import com.google.protobuf.ByteString;
import com.google.protobuf.TextFormat;
import io.substrait.proto.Expression;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the literals that {@link ExpressionText} writes. */
final class LiteralReader {

  /** Of Substrait's decimals, little endian. */
  private static final int DECIMAL_BYTES = 16;

  private static final Pattern NUMBER =
      Pattern.compile(
          "(-?\\d[\\d.]*(?:E-?\\d+)?|-?Infinity|NaN):(i8|i16|i32|i64|fp32|fp64|date)\\b");
  private static final Pattern DECIMAL =
      Pattern.compile("(-?\\d+(?:\\.\\d+)?):decimal<(\\d+),(\\d+)>");
  private static final Pattern HEX = Pattern.compile("x'((?:[0-9a-f]{2})*)'(:fixedbinary)?");
  private static final Pattern VARCHAR = Pattern.compile(":varchar<(\\d+)>");

  private final TextCursor cursor;

  LiteralReader(TextCursor cursor) {
    this.cursor = cursor;
  }

  /** Null if what follows is no literal. */
  Expression.Literal read() throws TextFormat.ParseException {
    Expression.Literal.Builder literal = Expression.Literal.newBuilder();
    if (cursor.takes("null:")) {
      return literal.setNull(new TypeReader(cursor).read()).build();
    }
    if (cursor.takes("true")) {
      return literal.setBoolean(true).build();
    }
    if (cursor.takes("false")) {
      return literal.setBoolean(false).build();
    }
    if (cursor.takes("'")) {
      return text(literal, cursor.quoted('\'')).build();
    }
    int start = cursor.save();
    Matcher hex = cursor.match(HEX);
    if (hex != null) {
      ByteString bytes = ByteString.copyFrom(HexFormat.of().parseHex(hex.group(1)));
      return (hex.group(2) == null ? literal.setBinary(bytes) : literal.setFixedBinary(bytes))
          .build();
    }
    try {
      Matcher decimal = cursor.match(DECIMAL);
      if (decimal != null) {
        return literal.setDecimal(decimal(decimal)).build();
      }
      Matcher number = cursor.match(NUMBER);
      return number == null ? null : number(literal, number.group(1), number.group(2)).build();
    } catch (ArithmeticException | NumberFormatException e) {
      cursor.restore(start);
      throw cursor.error("not a value of that type");
    }
  }

  private Expression.Literal.Builder text(Expression.Literal.Builder literal, String text) {
    if (cursor.takes(":fixedchar")) {
      return literal.setFixedChar(text);
    }
    Matcher varchar = cursor.match(VARCHAR);
    return varchar == null
        ? literal.setString(text)
        : literal.setVarChar(
            Expression.Literal.VarChar.newBuilder()
                .setValue(text)
                .setLength(Integer.parseInt(varchar.group(1))));
  }

  private static Expression.Literal.Builder number(
      Expression.Literal.Builder literal, String value, String type) {
    switch (type) {
      case "i8":
        return literal.setI8(Integer.parseInt(value));
      case "i16":
        return literal.setI16(Integer.parseInt(value));
      case "i32":
        return literal.setI32(Integer.parseInt(value));
      case "i64":
        return literal.setI64(Long.parseLong(value));
      case "fp32":
        return literal.setFp32(Float.parseFloat(value));
      case "fp64":
        return literal.setFp64(Double.parseDouble(value));
      default:
        return literal.setDate(Integer.parseInt(value));
    }
  }

  private static Expression.Literal.Decimal decimal(Matcher text) {
    int scale = Integer.parseInt(text.group(3));
    BigInteger unscaled = new BigDecimal(text.group(1)).setScale(scale).unscaledValue();
    byte[] bigEndian = unscaled.toByteArray();
    if (bigEndian.length > DECIMAL_BYTES) {
      throw new ArithmeticException("more than 38 digits");
    }
    byte[] littleEndian = new byte[DECIMAL_BYTES];
    Arrays.fill(littleEndian, (byte) (unscaled.signum() < 0 ? -1 : 0));
    for (int i = 0; i < bigEndian.length; i++) {
      littleEndian[i] = bigEndian[bigEndian.length - 1 - i];
    }
    return Expression.Literal.Decimal.newBuilder()
        .setValue(ByteString.copyFrom(littleEndian))
        .setPrecision(Integer.parseInt(text.group(2)))
        .setScale(scale)
        .build();
  }
}
