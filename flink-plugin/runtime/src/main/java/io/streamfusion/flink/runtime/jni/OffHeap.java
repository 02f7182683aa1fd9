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

  /** From this length on the intrinsic block copy wins over a loop of words. */
  private static final int BLOCK_COPY_BYTES = 96;

  private static final Class<?> DIRECT_BUFFER = ByteBuffer.allocateDirect(1).getClass();
  private static final long BUFFER_ADDRESS = bufferField("address");
  private static final long BUFFER_CAPACITY = bufferField("capacity");

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

  /**
   * Copies {@code bytes} bytes from {@code base}, or from an address if {@code base} is null, to
   * {@code target}. Short runs, the usual text of a row, are copied by overlapping words, which is
   * cheaper than the call into the block copy stub.
   */
  public static void copyFrom(byte[] base, long offset, long target, int bytes) {
    if (bytes >= BLOCK_COPY_BYTES || base == null) {
      UNSAFE.copyMemory(base, offset, null, target, bytes);
    } else if (bytes >= 8) {
      int last = bytes - 8;
      for (int i = 0; i < last; i += 8) {
        UNSAFE.putLong(target + i, UNSAFE.getLong(base, offset + i));
      }
      UNSAFE.putLong(target + last, UNSAFE.getLong(base, offset + last));
    } else if (bytes >= 4) {
      int last = bytes - 4;
      int head = UNSAFE.getInt(base, offset);
      UNSAFE.putInt(target + last, UNSAFE.getInt(base, offset + last));
      UNSAFE.putInt(target, head);
    } else {
      for (int i = 0; i < bytes; i++) {
        UNSAFE.putByte(target + i, UNSAFE.getByte(base, offset + i));
      }
    }
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
