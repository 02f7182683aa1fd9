package io.streamfusion.cli.doctor;

import io.streamfusion.cli.planning.PlannedStatement;
import io.streamfusion.cli.planning.ScriptPlanner;
import io.streamfusion.cli.report.CliException;
import io.streamfusion.cli.run.PluginProcess;
import io.streamfusion.translator.PlanTranslator;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Whether the engine of a plugin's jar starts: its library loads into the Java that runs this tool,
 * speaks the jar's version of their interface, and takes a plan. In a process of its own, since a
 * library can end the process that loads it.
 */
final class EngineStart {

  private static final String SQL =
      "CREATE TABLE t (a INT) WITH ('connector' = 'datagen'); SELECT a + 1 FROM t;";

  private EngineStart() {}

  static Finding of(Path jar) {
    String java = "Java " + System.getProperty("java.version");
    try {
      List<String> refusals = PluginProcess.check(jar, List.of(plan())).get(0);
      return refusals.isEmpty()
          ? Finding.ok("its native library loads in this " + java + " and takes a plan")
          : fail(java, refusals.get(0).replaceFirst("^fragment \\d+: ", ""));
    } catch (CliException e) {
      return fail(java, e.getMessage());
    }
  }

  private static Finding fail(String java, String why) {
    return Finding.fail(
        "its native engine does not start in this " + java + ": " + why,
        "take a jar that was built on this platform, and a sf-plan of its version");
  }

  private static byte[] plan() {
    List<PlannedStatement> planned = new ScriptPlanner(Map.of()).plan("doctor", SQL);
    PlannedStatement query = planned.get(planned.size() - 1);
    return new PlanTranslator(query.options()).translate(query.roots()).planBytes();
  }
}
