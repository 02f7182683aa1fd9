package io.streamfusion.cli.doctor;

import io.streamfusion.cli.report.CliException;
import io.streamfusion.cli.run.PluginProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.runtime.util.EnvironmentInformation;

/**
 * Whether this machine could run natively, without a Flink distribution: Java, platform, plugin.
 */
public final class Machine {

  private Machine() {}

  /** Everything that was looked at, in a fixed order. */
  public static List<Finding> examine() {
    List<Finding> findings = new ArrayList<>();
    findings.add(Finding.ok("sf-plan plans for Flink " + EnvironmentInformation.getVersion()));
    findings.add(
        Finding.ok("Java " + System.getProperty("java.version") + " on " + PluginJar.platform()));
    try {
      Path jar =
          PluginProcess.plugin(
              Optional.empty(), "build it with make build, or take sf-plan's tarball");
      findings.add(Finding.ok("plugin " + jar));
      findings.add(EngineStart.of(jar));
    } catch (CliException e) {
      findings.add(Finding.fail(e.getMessage(), e.hint()));
    }
    return findings;
  }
}
