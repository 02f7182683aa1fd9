package io.streamfusion.flink.runtime.config;

import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.IllegalConfigurationException;
import org.apache.flink.configuration.ReadableConfig;

/**
 * One option: its Flink {@link ConfigOption}, a description in Markdown, when it is read, and which
 * values make sense.
 *
 * @param option key, type and default
 * @param description what it does, for {@code docs/configuration.md}
 * @param scope where it has to be set
 * @param constraint what a valid value must satisfy, worded to follow "must be"; empty if every
 *     value of the type is valid
 * @param isValid the check behind {@code constraint}
 */
public record StreamFusionOption<T>(
    ConfigOption<T> option,
    String description,
    OptionScope scope,
    String constraint,
    Predicate<T> isValid) {

  public StreamFusionOption {
    Objects.requireNonNull(option);
    Objects.requireNonNull(description);
    Objects.requireNonNull(scope);
    Objects.requireNonNull(constraint);
    Objects.requireNonNull(isValid);
  }

  static <T> StreamFusionOption<T> of(
      ConfigOption<T> option, OptionScope scope, String description) {
    return new StreamFusionOption<>(
        option.withDescription(description), description, scope, "", value -> true);
  }

  StreamFusionOption<T> mustBe(String constraint, Predicate<T> isValid) {
    return new StreamFusionOption<>(option, description, scope, constraint, isValid);
  }

  public String key() {
    return option.key();
  }

  /**
   * The option's value: from the first of {@code layers} that sets it, else from the JVM system
   * property of the same name, else the default. Callers pass the job's options before Flink's
   * configuration.
   *
   * @throws IllegalConfigurationException if the value is not of the option's type or out of range
   */
  public T read(ReadableConfig... layers) {
    for (ReadableConfig layer : layers) {
      Optional<T> value = parse(layer, "the configuration");
      if (value.isPresent()) {
        return value.get();
      }
    }
    String property = System.getProperty(key());
    if (property == null) {
      return option.defaultValue();
    }
    Configuration properties = new Configuration();
    properties.setString(key(), property);
    return parse(properties, "a JVM system property").orElse(option.defaultValue());
  }

  private Optional<T> parse(ReadableConfig layer, String where) {
    Optional<T> value;
    try {
      value = layer.getOptional(option);
    } catch (IllegalArgumentException e) {
      throw new IllegalConfigurationException(
          "The value of '" + key() + "' in " + where + " cannot be read.", e);
    }
    if (value.isPresent() && !isValid.test(value.get())) {
      throw new IllegalConfigurationException(
          String.format("'%s' is %s in %s; it must be %s.", key(), value.get(), where, constraint));
    }
    return value;
  }
}
