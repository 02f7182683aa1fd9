package io.streamfusion.cli.golden;

import java.util.ArrayList;
import java.util.List;

/** A plain line diff, shortest edit by longest common subsequence; golden plans are small. */
public final class LineDiff {

  private LineDiff() {}

  /** Lines prefixed by {@code "- "}, {@code "+ "}; unchanged ones are left out. */
  public static List<String> of(String before, String after) {
    String[] a = before.split("\n", -1);
    String[] b = after.split("\n", -1);
    int[][] common = new int[a.length + 1][b.length + 1];
    for (int i = a.length - 1; i >= 0; i--) {
      for (int j = b.length - 1; j >= 0; j--) {
        common[i][j] =
            a[i].equals(b[j])
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
    List<String> diff = new ArrayList<>();
    int i = 0;
    int j = 0;
    while (i < a.length || j < b.length) {
      if (i < a.length && j < b.length && a[i].equals(b[j])) {
        i++;
        j++;
      } else if (j >= b.length || (i < a.length && common[i + 1][j] >= common[i][j + 1])) {
        diff.add("- " + a[i++]);
      } else {
        diff.add("+ " + b[j++]);
      }
    }
    return diff;
  }
}
