package io.streamfusion.cli.run;

import io.streamfusion.cli.report.CliException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Tables whose rows are in a local file or go to one, whatever connector the SQL gives them.
 *
 * @param files by the table's name
 */
public record FileTables(Map<String, Path> files) {

  private static final Map<String, String> FORMATS =
      Map.of(
          "json", "json",
          "jsonl", "json",
          "ndjson", "json",
          "csv", "csv",
          "txt", "raw",
          "avro", "avro",
          "parquet", "parquet",
          "orc", "orc");

  public FileTables {
    files = Map.copyOf(files);
    files.forEach(FileTables::format);
  }

  /**
   * Tables and the paths of their files.
   *
   * @throws CliException if a file's name tells no format
   */
  public static FileTables of(Map<String, String> paths) {
    Map<String, Path> files = new LinkedHashMap<>();
    paths.forEach((table, path) -> files.put(table, Path.of(path)));
    return new FileTables(files);
  }

  /** The file of a table. */
  Optional<Path> file(String table) {
    return Optional.ofNullable(files.get(table));
  }

  /**
   * The options that read or write a file. Options of the declared format stay if the file has that
   * format; so does a format such as {@code debezium-json}, which is a form of the file's.
   */
  static Map<String, String> options(String table, Path file, Map<String, String> declared) {
    String format = format(table, file);
    String declaredFormat = declared.getOrDefault("value.format", declared.get("format"));
    if (declaredFormat != null && declaredFormat.endsWith("-" + format)) {
      format = declaredFormat;
    }
    Map<String, String> options = new LinkedHashMap<>();
    options.put("connector", "filesystem");
    options.put("path", file.toAbsolutePath().toUri().toString());
    options.put("format", format);
    String prefix = format + ".";
    declared.forEach(
        (key, value) -> {
          String option = key.startsWith("value.") ? key.substring("value.".length()) : key;
          if (option.startsWith(prefix)) {
            options.put(option, value);
          }
        });
    return options;
  }

  private static String format(String table, Path file) {
    String name = String.valueOf(file.getFileName());
    String extension = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return Optional.ofNullable(FORMATS.get(extension))
        .orElseThrow(
            () ->
                new CliException(
                    table + "=" + file + ": the file's name tells no format",
                    "it must end in .json, .csv, .txt (raw), .avro, .parquet or .orc"));
  }
}
