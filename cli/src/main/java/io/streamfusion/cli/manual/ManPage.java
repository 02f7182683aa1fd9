package io.streamfusion.cli.manual;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The manual page of a command, in the language of man(7), from what picocli knows of it. */
public final class ManPage {

  private final CommandSpec spec;
  private final StringBuilder text = new StringBuilder();

  private ManPage(CommandSpec spec) {
    this.spec = spec;
  }

  /** The pages of a command and of everything below it, by file name. */
  public static Map<String, String> of(CommandLine commandLine) {
    Map<String, String> pages = new TreeMap<>();
    collect(commandLine, pages);
    return pages;
  }

  private static void collect(CommandLine commandLine, Map<String, String> pages) {
    CommandSpec spec = commandLine.getCommandSpec();
    pages.put(name(spec) + ".1", new ManPage(spec).write());
    commandLine.getSubcommands().values().forEach(command -> collect(command, pages));
  }

  private static String name(CommandSpec spec) {
    return spec.qualifiedName("-");
  }

  private String write() {
    text.append(".TH ")
        .append(escaped(name(spec).toUpperCase(Locale.ROOT)))
        .append(" 1 \"\" \"sf\\-plan\"\n");
    section("NAME");
    line(name(spec) + " - " + String.join(" ", spec.usageMessage().description()));
    section("SYNOPSIS");
    line(plain(new Help(spec, Help.defaultColorScheme(Help.Ansi.OFF)).synopsis(0)));
    arguments("ARGUMENTS", spec.positionalParameters());
    arguments("OPTIONS", spec.options().stream().filter(option -> !option.hidden()).toList());
    commands();
    if (spec.usageMessage().footer().length > 0) {
      section(plain(spec.usageMessage().footerHeading()).replace(":", ""));
      for (String footer : spec.usageMessage().footer()) {
        line(plain(footer));
        text.append(".br\n");
      }
    }
    seeAlso();
    return text.toString();
  }

  private void arguments(String title, List<? extends ArgSpec> arguments) {
    if (arguments.isEmpty()) {
      return;
    }
    section(title);
    for (ArgSpec argument : arguments) {
      text.append(".TP\n");
      line(label(argument));
      line(String.join(" ", argument.description()));
    }
  }

  private static String label(ArgSpec argument) {
    if (argument instanceof PositionalParamSpec) {
      return argument.paramLabel();
    }
    OptionSpec option = (OptionSpec) argument;
    String names = String.join(", ", option.names());
    return option.arity().max() == 0 ? names : names + " " + option.paramLabel();
  }

  private void commands() {
    if (spec.subcommands().isEmpty()) {
      return;
    }
    section("COMMANDS");
    spec.subcommands()
        .forEach(
            (command, line) -> {
              text.append(".TP\n");
              line(command);
              line(String.join(" ", line.getCommandSpec().usageMessage().description()));
            });
  }

  private void seeAlso() {
    List<String> others = new ArrayList<>();
    if (spec.parent() != null) {
      others.add(name(spec.parent()) + "(1)");
    }
    spec.subcommands().values().forEach(c -> others.add(name(c.getCommandSpec()) + "(1)"));
    if (!others.isEmpty()) {
      section("SEE ALSO");
      line(String.join(", ", others));
    }
  }

  private void section(String title) {
    text.append(".SH ").append(escaped(title.strip().toUpperCase(Locale.ROOT))).append('\n');
  }

  private void line(String line) {
    text.append(escaped(line)).append('\n');
  }

  /** Without the format codes of picocli, in one line. */
  private static String plain(String usage) {
    return usage.replace("%n", " ").replaceAll("\\s+", " ").strip();
  }

  /** No character of it means something to man. */
  private static String escaped(String line) {
    String escaped = line.replace("\\", "\\e").replace("-", "\\-");
    return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
  }
}
