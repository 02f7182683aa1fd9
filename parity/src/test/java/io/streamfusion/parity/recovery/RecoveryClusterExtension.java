package io.streamfusion.parity.recovery;

import io.streamfusion.runner.FlinkCluster;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One {@link RecoveryCluster} for all tests of a class. */
final class RecoveryClusterExtension implements BeforeAllCallback, AfterAllCallback {
  private FlinkCluster cluster;

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    cluster = RecoveryCluster.start();
  }

  @Override
  public void afterAll(ExtensionContext context) throws Exception {
    // Null where it did not start.
    if (cluster != null) {
      cluster.close();
    }
  }

  FlinkCluster cluster() {
    return cluster;
  }
}
