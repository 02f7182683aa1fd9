package io.streamfusion.flink.runtime.jni;

import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import sun.misc.Unsafe;

/**
 * Raw memory access: the only place that touches {@link Unsafe}.
 *
 * <p>No method checks bounds. Callers write within the capacities that the slab header names and
 * read within what the control block names.
 */
public final class OffHeap {

  private static final Unsafe UNSAFE = unsafe();

  /** Offset of element 0 in a {@code byte[]}. */
  public static final long BYTE_ARRAY_OFFSET = Unsafe.ARRAY_BYTE_BASE_OFFSET;

  /** Up to this length a loop of words wins over the intrinsic block copy. */
  public static final int SHORT_BYTES = 511;

  /** The bits that no word of ASCII characters has. */
  private static final long HIGH_BITS = 0x8080808080808080L;

  private static final Class<?> DIRECT_BUFFER = ByteBuffer.allocateDirect(1).getClass();
  private static final long BUFFER_ADDRESS = bufferField("address");
  private static final long BUFFER_CAPACITY = bufferField("capacity");

  /** Where a text keeps its characters and how; negative in a JVM that keeps them otherwise. */
  private static final long STRING_VALUE = stringField("value", byte[].class);

  private static final long STRING_CODER = stringField("coder", byte.class);

  private OffHeap() {}

  /**
   * A direct buffer over memory of the engine. It owns nothing; whoever hands out the memory says
   * how long it stays.
   */
  public static ByteBuffer wrap(long address, int bytes) {
    try {
      ByteBuffer buffer = (ByteBuffer) UNSAFE.allocateInstance(DIRECT_BUFFER);
      UNSAFE.putLong(buffer, BUFFER_ADDRESS, address);
      UNSAFE.putInt(buffer, BUFFER_CAPACITY, bytes);
      buffer.order(ByteOrder.nativeOrder());
      buffer.clear();
      return buffer;
    } catch (InstantiationException e) {
      throw new IllegalStateException("This JVM does not let direct buffers be wrapped.", e);
    }
  }

  /**
   * The array in which the JVM holds a text's characters in one byte each, or null if it holds them
   * otherwise. It is the text's own and only to be read.
   */
  public static byte[] latin1(String text) {
    return STRING_VALUE > 0 && STRING_CODER > 0 && UNSAFE.getByte(text, STRING_CODER) == 0
        ? (byte[]) UNSAFE.getObject(text, STRING_VALUE)
        : null;
  }

  public static byte getByte(long address) {
    return UNSAFE.getByte(address);
  }

  public static short getShort(long address) {
    return UNSAFE.getShort(address);
  }

  public static int getInt(long address) {
    return UNSAFE.getInt(address);
  }

  public static long getLong(long address) {
    return UNSAFE.getLong(address);
  }

  public static float getFloat(long address) {
    return UNSAFE.getFloat(address);
  }

  public static double getDouble(long address) {
    return UNSAFE.getDouble(address);
  }

  public static void putByte(long address, byte value) {
    UNSAFE.putByte(address, value);
  }

  public static void putShort(long address, short value) {
    UNSAFE.putShort(address, value);
  }

  public static void putInt(long address, int value) {
    UNSAFE.putInt(address, value);
  }

  public static void putLong(long address, long value) {
    UNSAFE.putLong(address, value);
  }

  public static void putFloat(long address, float value) {
    UNSAFE.putFloat(address, value);
  }

  public static void putDouble(long address, double value) {
    UNSAFE.putDouble(address, value);
  }

  /**
   * Reads from {@code base} at an Unsafe offset, or from an address if {@code base} is null. The
   * null check tells the compiler whether the access is to the heap; one that could be either is
   * ordered against every other access.
   */
  public static byte getByte(byte[] base, long offset) {
    return base != null ? UNSAFE.getByte(base, offset) : UNSAFE.getByte(offset);
  }

  public static short getShort(byte[] base, long offset) {
    return base != null ? UNSAFE.getShort(base, offset) : UNSAFE.getShort(offset);
  }

  public static int getInt(byte[] base, long offset) {
    return base != null ? UNSAFE.getInt(base, offset) : UNSAFE.getInt(offset);
  }

  public static long getLong(byte[] base, long offset) {
    return base != null ? UNSAFE.getLong(base, offset) : UNSAFE.getLong(offset);
  }

  public static void fill(long address, long bytes, byte value) {
    UNSAFE.setMemory(address, bytes, value);
  }

  /** Copies bytes from {@code base}, or from an address if {@code base} is null. */
  public static void copyFrom(byte[] base, long offset, long target, int bytes) {
    UNSAFE.copyMemory(base, offset, null, target, bytes);
  }

  /**
   * Copies at most {@link #SHORT_BYTES} bytes of an array, such as the usual text of a row. Words
   * are copied up to the last ones, which overlap those before them: lengths that differ from row
   * to row then part at few branches, where the block copy stub parts at every bit of the length.
   */
  public static void copyShort(byte[] base, long offset, long target, int bytes) {
    if (bytes >= 32) {
      int last = bytes - 32;
      for (int i = 0; i < last; i += 32) {
        copy32(base, offset + i, target + i);
      }
      copy32(base, offset + last, target + last);
    } else if (bytes >= 16) {
      copy16(base, offset, target);
      copy16(base, offset + bytes - 16, target + bytes - 16);
    } else if (bytes >= 8) {
      UNSAFE.putLong(target, UNSAFE.getLong(base, offset));
      UNSAFE.putLong(target + bytes - 8, UNSAFE.getLong(base, offset + bytes - 8));
    } else if (bytes >= 4) {
      UNSAFE.putInt(target, UNSAFE.getInt(base, offset));
      UNSAFE.putInt(target + bytes - 4, UNSAFE.getInt(base, offset + bytes - 4));
    } else {
      for (int i = 0; i < bytes; i++) {
        UNSAFE.putByte(target + i, UNSAFE.getByte(base, offset + i));
      }
    }
  }

  private static void copy32(byte[] base, long offset, long target) {
    copy16(base, offset, target);
    copy16(base, offset + 16, target + 16);
  }

  private static void copy16(byte[] base, long offset, long target) {
    UNSAFE.putLong(target, UNSAFE.getLong(base, offset));
    UNSAFE.putLong(target + 8, UNSAFE.getLong(base, offset + 8));
  }

  /**
   * Copies an array to {@code target} and returns whether all of its bytes are ASCII; otherwise
   * what was copied is to be written over.
   *
   * <p>Long on purpose: the JVM compiles it once, and not into the callers that mostly meet bytes.
   */
  public static boolean copyAscii(byte[] source, long target) {
    int bytes = source.length;
    long from = BYTE_ARRAY_OFFSET;
    long seen = 0;
    if (bytes >= 32) {
      int last = bytes - 32;
      for (int i = 0; i < last; i += 32) {
        long first = UNSAFE.getLong(source, from + i);
        long second = UNSAFE.getLong(source, from + i + 8);
        long third = UNSAFE.getLong(source, from + i + 16);
        long fourth = UNSAFE.getLong(source, from + i + 24);
        UNSAFE.putLong(target + i, first);
        UNSAFE.putLong(target + i + 8, second);
        UNSAFE.putLong(target + i + 16, third);
        UNSAFE.putLong(target + i + 24, fourth);
        seen |= (first | second) | (third | fourth);
      }
      long first = UNSAFE.getLong(source, from + last);
      long second = UNSAFE.getLong(source, from + last + 8);
      long third = UNSAFE.getLong(source, from + last + 16);
      long fourth = UNSAFE.getLong(source, from + last + 24);
      UNSAFE.putLong(target + last, first);
      UNSAFE.putLong(target + last + 8, second);
      UNSAFE.putLong(target + last + 16, third);
      UNSAFE.putLong(target + last + 24, fourth);
      seen |= (first | second) | (third | fourth);
    } else if (bytes >= 8) {
      int last = bytes - 8;
      for (int i = 0; i < last; i += 8) {
        long word = UNSAFE.getLong(source, from + i);
        UNSAFE.putLong(target + i, word);
        seen |= word;
      }
      long word = UNSAFE.getLong(source, from + last);
      UNSAFE.putLong(target + last, word);
      seen |= word;
    } else {
      for (int i = 0; i < bytes; i++) {
        byte value = UNSAFE.getByte(source, from + i);
        UNSAFE.putByte(target + i, value);
        seen |= value;
      }
    }
    return (seen & HIGH_BITS) == 0;
  }

  /** Copies memory into a part of a {@code byte[]}. */
  public static void copyTo(long address, byte[] target, int start, int bytes) {
    UNSAFE.copyMemory(null, address, target, BYTE_ARRAY_OFFSET + start, bytes);
  }

  private static long bufferField(String name) {
    try {
      return UNSAFE.objectFieldOffset(Buffer.class.getDeclaredField(name));
    } catch (NoSuchFieldException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static long stringField(String name, Class<?> type) {
    try {
      Field field = String.class.getDeclaredField(name);
      return field.getType() == type ? UNSAFE.objectFieldOffset(field) : -1;
    } catch (NoSuchFieldException | UnsupportedOperationException e) {
      return -1;
    }
  }

  private static Unsafe unsafe() {
    try {
      Field field = Unsafe.class.getDeclaredField("theUnsafe");
      field.setAccessible(true);
      return (Unsafe) field.get(null);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
