package io.streamfusion.cli.report;

/** How results are printed. */
public enum ReportFormat {
  /** For people. */
  TEXT,
  /** For programs. */
  JSON,
  /** Workflow commands of GitHub Actions. */
  GITHUB,
  /** JUnit's XML. */
  JUNIT
}
