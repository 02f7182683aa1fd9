package io.streamfusion.cli;

import io.streamfusion.cli.command.CapabilitiesCommand;
import io.streamfusion.cli.command.CheckCommand;
import io.streamfusion.cli.command.Colour;
import io.streamfusion.cli.command.CompletionCommand;
import io.streamfusion.cli.command.ConvertCommand;
import io.streamfusion.cli.command.DiffCommand;
import io.streamfusion.cli.command.DoctorCommand;
import io.streamfusion.cli.command.ExplainCommand;
import io.streamfusion.cli.command.GoldenCommand;
import io.streamfusion.cli.command.ManualCommand;
import io.streamfusion.cli.command.ReasonsCommand;
import io.streamfusion.cli.command.RunCommand;
import io.streamfusion.cli.command.ShowCommand;
import io.streamfusion.cli.command.TranslateCommand;
import io.streamfusion.cli.command.ValidateCommand;
import io.streamfusion.cli.report.CliException;
import io.streamfusion.cli.report.ExitCode;
import java.util.Locale;
import java.util.TimeZone;
import org.apache.flink.runtime.util.EnvironmentInformation;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/**
 * {@code sf-plan}: translates, checks, explains and compares SQL files offline, and reviews golden
 * plans.
 */
@Command(
    name = "sf-plan",
    description = "Translates, checks, explains and compares Flink SQL files, without a cluster.",
    mixinStandardHelpOptions = true,
    versionProvider = SfPlan.Version.class,
    subcommands = {
      TranslateCommand.class,
      CheckCommand.class,
      ExplainCommand.class,
      ShowCommand.class,
      DiffCommand.class,
      GoldenCommand.class,
      RunCommand.class,
      ConvertCommand.class,
      ValidateCommand.class,
      CapabilitiesCommand.class,
      ReasonsCommand.class,
      DoctorCommand.class,
      CompletionCommand.class,
      ManualCommand.class
    },
    footerHeading = "%nExit codes:%n",
    footer = {
      "  0  clean",
      "  1  findings: an error in SQL, a fallback, a difference",
      "  2  could not run"
    })
public final class SfPlan {

  @Option(
      names = "--stacktrace",
      scope = ScopeType.INHERIT,
      description = "Print the stack trace of errors.")
  private boolean stacktrace;

  @Option(
      names = {"-q", "--quiet"},
      scope = ScopeType.INHERIT,
      description = "Print findings and results as a whole alone.")
  @SuppressWarnings("UnusedVariable") // CommonFlags reads it from the command line.
  private boolean quiet;

  @Option(
      names = {"-v", "--verbose"},
      scope = ScopeType.INHERIT,
      description = "Print also what is as it should be, in more detail.")
  @SuppressWarnings("UnusedVariable") // CommonFlags reads it from the command line.
  private boolean verbose;

  @Option(
      names = "--color",
      paramLabel = "WHEN",
      scope = ScopeType.INHERIT,
      defaultValue = "auto",
      description = "auto, always or never (default: ${DEFAULT-VALUE}); NO_COLOR means never.")
  @SuppressWarnings("UnusedVariable") // CommonFlags reads it from the command line.
  private Colour.When colour;

  private SfPlan() {}

  /** Runs a command line and exits with its code. */
  public static void main(String[] args) {
    // The same SQL gives the same bytes wherever it is planned.
    TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
    Locale.setDefault(Locale.ROOT);
    System.exit(commandLine().execute(args));
  }

  /** The command line, for {@link #main} and for tests. */
  public static CommandLine commandLine() {
    SfPlan root = new SfPlan();
    CommandLine commandLine = new CommandLine(root);
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    commandLine.setExecutionExceptionHandler(
        (exception, failed, parseResult) -> root.report(exception, failed));
    commandLine.setParameterExceptionHandler(
        (exception, args) -> {
          exception.getCommandLine().getErr().println("sf-plan: " + exception.getMessage());
          CommandLine.UnmatchedArgumentException.printSuggestions(
              exception, exception.getCommandLine().getErr());
          exception
              .getCommandLine()
              .getErr()
              .println(
                  "  hint: "
                      + exception.getCommandLine().getCommandSpec().qualifiedName()
                      + " --help lists what there is");
          return ExitCode.COULD_NOT_RUN.code();
        });
    return commandLine;
  }

  /** A user's mistake gets a message and a hint; anything else is a bug and says so. */
  private int report(Exception exception, CommandLine commandLine) {
    if (exception instanceof CliException) {
      commandLine.getErr().println("sf-plan: " + exception.getMessage());
      commandLine.getErr().println("  hint: " + ((CliException) exception).hint());
    } else {
      commandLine.getErr().println("sf-plan: internal error: " + exception);
      commandLine.getErr().println("  hint: please report it with the output of --stacktrace");
    }
    if (stacktrace) {
      exception.printStackTrace(commandLine.getErr());
    }
    return ExitCode.COULD_NOT_RUN.code();
  }

  /** Names the versions that decide the output. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {
        "sf-plan " + implementationVersion(), "Flink " + EnvironmentInformation.getVersion()
      };
    }

    private static String implementationVersion() {
      String version = SfPlan.class.getPackage().getImplementationVersion();
      return version == null ? "(development build)" : version;
    }
  }
}
