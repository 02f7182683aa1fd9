package io.streamfusion.cli.report;

/** How results are printed. */
public enum ReportFormat {
  TEXT,
  JSON
}
