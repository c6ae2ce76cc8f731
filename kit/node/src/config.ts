/** Typed settings with bounds, read once: a wrong value stops the start and is named. Only this file reads the environment. */
type Setting<T> = { read(text: string | undefined, name: string): T };
type Settings<S> = { [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

export const integer = (rule: { min: number; max: number; default?: number }): Setting<number> => ({
  read(text, name) {
    if (text === undefined || text === "") {
      if (rule.default === undefined) throw new Error(`${name} is not set`);
      return rule.default;
    }
    const value = Number(text);
    if (!Number.isSafeInteger(value) || value < rule.min || value > rule.max)
      throw new Error(`${name} must be a whole number from ${rule.min} to ${rule.max}, not ${text}`);
    return value;
  },
});

export const text = (rule: { default?: string; matches?: RegExp } = {}): Setting<string> => ({
  read(value, name) {
    const chosen = value === undefined || value === "" ? rule.default : value;
    if (chosen === undefined) throw new Error(`${name} is not set`);
    if (rule.matches?.test(chosen) === false)
      throw new Error(`${name} must match ${rule.matches.source}, not ${chosen}`);
    return chosen;
  },
});

export const choice = <T extends string>(options: readonly T[], fallback?: T): Setting<T> => ({
  read(value, name) {
    const chosen = value === undefined || value === "" ? fallback : (value as T);
    if (chosen === undefined || !options.includes(chosen))
      throw new Error(`${name} must be one of ${options.join(", ")}`);
    return chosen;
  },
});

export function readConfig<S extends Record<string, Setting<unknown>>>(
  settings: S,
  from: Record<string, string | undefined> = process.env,
): Settings<S> {
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(settings)) values[name] = setting.read(from[name], name);
  return values as Settings<S>;
}

/** Production refuses what development allows; there is no third mode. */
export const modeSetting = { TIDEMARK_MODE: choice(["development", "production"], "development") } as const;
export const postgresSettings = {
  /** Comma-separated: every server that may be the primary. */
  POSTGRES_URLS: text({ default: "postgres://postgres@127.0.0.1:5432/tidemark" }),
} as const;
export const busSettings = {
  /** Comma-separated: every server of the cluster. `tls://` never connects in the clear; production takes nothing else. */
  NATS_URL: text({ default: "nats://127.0.0.1:4222" }),
  /** The seed of this service's nkey, `SU…`. Development has public ones; production needs this or NATS_CREDENTIALS. */
  NATS_SEED: text({ default: "" }),
  /** A credentials file with a user's JWT and seed, instead of NATS_SEED. */
  NATS_CREDENTIALS: text({ default: "" }),
  /** A file with the authorities that the server's certificate is checked with; empty: those of Node. */
  NATS_CA: text({ default: "" }),
  /** Files of a client certificate and its key, where the server asks for one. */
  NATS_CERT: text({ default: "" }),
  NATS_CERT_KEY: text({ default: "" }),
  /** The core that the process belongs to: the real one, or the simulated one with its own journal. */
  CORE_NAME: text({ default: "main" }),
  /**
   * `name=hex` pairs, comma-separated: the keys of the command classes that this process may send, and of the rpc servers that it calls or
   * runs.
   */
  BUS_KEYS: text({ default: "" }),
  /** `name=hex` pairs, comma-separated: the public key of every node and projector of the core, by NODE_ID. They check what the core sends. */
  CORE_PUBLIC_KEYS: text({ default: "" }),
} as const;
