package io.streamfusion.flink.runtime.jni;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import org.apache.flink.testutils.logging.LoggerAuditingExtension;
import org.apache.logging.log4j.core.LogEvent;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.event.Level;

class NativeGuardTest {

  @RegisterExtension
  private final LoggerAuditingExtension log =
      new LoggerAuditingExtension("io.streamfusion.native", Level.DEBUG);

  @BeforeAll
  static void load() {
    NativeLibrary.ensureLoaded();
  }

  @Test
  void aPanicBecomesAnException() {
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(NativeTesting::panic)
          .isInstanceOfSatisfying(
              NativeEngineException.class,
              e -> {
                assertThat(e.code()).isEqualTo("PANIC");
                assertThat(e.errorClass()).isEqualTo(NativeEngineException.ErrorClass.INTERNAL);
                assertThat(e).hasMessageContaining("panic on purpose").hasMessageContaining(".rs");
              });
    }
  }

  @Test
  void anErrorInUserDataIsFlinksOwnException() {
    assertThatThrownBy(NativeTesting::userError)
        .isExactlyInstanceOf(ArithmeticException.class)
        .hasMessage("/ by zero");
  }

  @Test
  void aDeniedReservationNamesOperatorSizeAndOption() {
    assertThatThrownBy(NativeTesting::memoryError)
        .isExactlyInstanceOf(NativeMemoryLimitException.class)
        .hasMessageContaining("s0/test-1")
        .hasMessageContaining("2 more bytes")
        .hasMessageContaining("streamfusion.memory.unmanaged-size");
  }

  @Test
  void corruptBytesGiveATypedError() {
    HostCallbacks host = (id, arrayIn, schemaIn, arrayOut, schemaOut) -> {};
    assertThatThrownBy(() -> NativeEngine.open(new byte[] {1, 2, 3}, 0, new byte[0], host))
        .isInstanceOf(NativeEngineException.class);
  }

  /** The engine asks what is written, so that details cross where somebody reads them. */
  @Test
  void logLinesArriveInTheJavaLoggerOfTheirTarget() {
    NativeTesting.log();

    String logger = "io.streamfusion.native.streamfusion.testing";
    assertThat(log.getEvents())
        .extracting(
            LogEvent::getLoggerName,
            event -> event.getLevel().name(),
            event -> event.getMessage().getFormattedMessage())
        .containsExactly(
            tuple(logger, "WARN", "a line from the engine"),
            tuple(logger, "DEBUG", "a detail from the engine"));
  }
}
