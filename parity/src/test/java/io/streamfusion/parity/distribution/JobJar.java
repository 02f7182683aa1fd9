package io.streamfusion.parity.distribution;

import io.streamfusion.parity.distribution.job.Reverse;
import io.streamfusion.parity.distribution.job.UdfJob;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * A user's job jar. Beside the job it bundles libraries that we use too, in versions that share
 * nothing with ours but the class names: whoever loads one of them by mistake fails.
 */
final class JobJar {

  private static final List<String> FOREIGN_CLASSES =
      List.of(
          "com.google.protobuf.GeneratedMessageV3",
          "com.google.protobuf.CodedInputStream",
          "com.fasterxml.jackson.databind.ObjectMapper",
          "io.substrait.proto.Plan",
          "org.apache.arrow.memory.RootAllocator",
          "org.apache.arrow.vector.BigIntVector");

  private JobJar() {}

  static Path build(Path folder) throws IOException {
    Path jar = folder.resolve("job.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out)) {
      for (Class<?> type : List.of(UdfJob.class, Reverse.class)) {
        String name = classFile(type.getName());
        try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
          add(entries, name, in.readAllBytes());
        }
      }
      Path compiled = compileForeignClasses(folder.resolve("foreign"));
      for (String type : FOREIGN_CLASSES) {
        add(entries, classFile(type), Files.readAllBytes(compiled.resolve(classFile(type))));
      }
    }
    return jar;
  }

  private static Path compileForeignClasses(Path folder) throws IOException {
    Files.createDirectories(folder);
    List<String> arguments = new ArrayList<>(List.of("-d", folder.toString()));
    for (String type : FOREIGN_CLASSES) {
      int dot = type.lastIndexOf('.');
      String name = type.substring(dot + 1);
      Path source = folder.resolve(name + ".java");
      Files.writeString(
          source,
          "package %s; public class %s { static { if (true) throw new IllegalStateException(); } }"
              .formatted(type.substring(0, dot), name));
      arguments.add(source.toString());
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    int exitCode = compiler.run(null, null, null, arguments.toArray(String[]::new));
    if (exitCode != 0) {
      throw new IllegalStateException("javac ended with " + exitCode);
    }
    return folder;
  }

  private static String classFile(String type) {
    return type.replace('.', '/') + ".class";
  }

  private static void add(JarOutputStream entries, String name, byte[] content) throws IOException {
    entries.putNextEntry(new JarEntry(name));
    entries.write(content);
    entries.closeEntry();
  }
}
