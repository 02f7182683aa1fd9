package io.streamfusion.cli.report;

/** Workflow commands of GitHub Actions, which show on the lines of a pull request. */
final class GithubCommands {

  /** How loud a command is. */
  enum Kind {
    ERROR("error"),
    NOTICE("notice");

    private final String command;

    Kind(String command) {
      this.command = command;
    }
  }

  private GithubCommands() {}

  /** A command for a place in a file, a line of its own. */
  static String at(Kind kind, String file, int line, int column, String title, String message) {
    return String.format(
        "::%s file=%s,line=%d,col=%d,title=%s::%s\n",
        kind.command, property(file), line, column, property(title), data(message));
  }

  /** A command for the whole run, a line of its own. */
  static String of(Kind kind, String title, String message) {
    return String.format("::%s title=%s::%s\n", kind.command, property(title), data(message));
  }

  private static String data(String value) {
    return value.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
  }

  private static String property(String value) {
    return data(value).replace(":", "%3A").replace(",", "%2C");
  }
}
