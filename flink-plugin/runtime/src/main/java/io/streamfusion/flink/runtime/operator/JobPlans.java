package io.streamfusion.flink.runtime.operator;

import java.io.ObjectStreamException;
import java.io.Serializable;
import java.util.AbstractMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Plans by digest, as a value in a job's configuration that is serialized in one place only.
 *
 * <p>A stream graph takes a copy of the environment's configuration as its job configuration, which
 * reaches every task, and also refers to the environment's configuration itself through the
 * execution config, which reaches every task too. A plain value would thus travel twice. So the map
 * is written only once it is <em>adopted</em>, and each fragment that is added to a stream graph
 * adopts the map that the graph has copied and leaves an unadopted successor to the environment.
 */
final class JobPlans extends AbstractMap<String, String> implements Serializable {

  private static final long serialVersionUID = 1L;

  private final transient Map<String, String> base64ByDigest;
  private transient boolean adopted;

  JobPlans(Map<String, String> base64ByDigest) {
    this.base64ByDigest = new TreeMap<>(base64ByDigest);
  }

  /** From now on the map is serialized with its content; an unadopted equal map is returned. */
  JobPlans adopt() {
    adopted = true;
    return new JobPlans(base64ByDigest);
  }

  @Override
  public Set<Entry<String, String>> entrySet() {
    return base64ByDigest.entrySet();
  }

  /** Configurations are logged; plans are not for reading there. */
  @Override
  public String toString() {
    return base64ByDigest.keySet().toString();
  }

  private Object writeReplace() throws ObjectStreamException {
    return adopted ? new HashMap<>(base64ByDigest) : new HashMap<String, String>();
  }
}
