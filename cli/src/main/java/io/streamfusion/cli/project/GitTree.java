package io.streamfusion.cli.project;

import io.streamfusion.cli.report.CliException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** A directory as it is in a commit of its git repository, in a folder that goes away. */
public final class GitTree implements AutoCloseable {

  private static final String HINT = "name a branch, a tag or a commit of the project's repository";

  private final Path folder;

  private GitTree(Path folder) {
    this.folder = folder;
  }

  /**
   * Takes a directory out of a commit.
   *
   * @param directory inside a repository
   * @param ref the commit, in any of git's words for it
   * @throws CliException if git does not know it
   */
  public static GitTree of(Path directory, String ref) {
    if (ref.startsWith("-")) {
      throw new CliException("'" + ref + "' is no commit", HINT);
    }
    GitTree tree = new GitTree(temporary());
    try {
      // From a directory below the root, git archives that directory alone.
      Process git =
          new ProcessBuilder(List.of("git", "archive", "--format=zip", ref))
              .directory(directory.toAbsolutePath().toFile())
              .redirectError(tree.folder.resolve(".git-says").toFile())
              .start();
      git.getOutputStream().close();
      tree.unpack(git.getInputStream());
      if (git.waitFor() != 0) {
        throw tree.refused(ref);
      }
      return tree;
    } catch (IOException e) {
      tree.close();
      throw new CliException("git cannot be run (" + e.getMessage() + ")", "--against needs git");
    } catch (InterruptedException e) {
      tree.close();
      Thread.currentThread().interrupt();
      throw new CliException("interrupted", "run it once more");
    } catch (CliException e) {
      tree.close();
      throw e;
    }
  }

  private static Path temporary() {
    try {
      return Files.createTempDirectory("sf-plan-");
    } catch (IOException e) {
      throw new CliException("no folder for temporary files", "set -Djava.io.tmpdir");
    }
  }

  private CliException refused(String ref) throws IOException {
    String says =
        Files.readString(folder.resolve(".git-says"), StandardCharsets.UTF_8)
            .lines()
            .findFirst()
            .orElse("");
    return new CliException("--against " + ref + ": git says: " + says, HINT);
  }

  private void unpack(InputStream archive) throws IOException {
    try (ZipInputStream entries = new ZipInputStream(archive)) {
      for (ZipEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
        Path file = folder.resolve(entry.getName()).normalize();
        if (!file.startsWith(folder) || entry.isDirectory()) {
          continue;
        }
        Files.createDirectories(file.getParent());
        Files.copy(entries, file);
      }
      // The directory of the archive behind its entries: git fails if nobody reads it.
      archive.transferTo(OutputStream.nullOutputStream());
    }
  }

  /** Where it lies. */
  public Path folder() {
    return folder;
  }

  @Override
  public void close() {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new CliException(folder + ": cannot be deleted", "delete it yourself");
    }
  }
}
