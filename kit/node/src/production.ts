import { developmentCoreKeys, isDevelopmentCoreSeed } from "./core-keys.ts";
import { developmentKey, isDevelopmentBusSeed } from "./development-keys.ts";
import { privateKeyOf, publicHexOf } from "./ed25519.ts";
import { sealKeyNames } from "./seal.ts";

type Values = Readonly<Record<string, unknown>>;

/** Which settings of a service production looks at, beside those of the bus. */
export type ProductionRules = {
  /** Of at least 32 bytes, none of them equal to another. */
  readonly secrets?: readonly string[];
  /** Comma-separated origins. */
  readonly origins?: readonly string[];
  /** Without a default in production: what is right differs, and a wrong guess is not noticed. */
  readonly said?: readonly string[];
};

const secretBytesMin = 32;

function textOf(values: Values, name: string): string {
  const value = values[name];
  return typeof value === "string" ? value : "";
}
const pairsOf = (pairs: string): [name: string, key: string][] =>
  pairs
    .split(",")
    .filter((pair) => pair !== "")
    .map((pair) => [pair.split("=")[0] ?? "", pair.split("=")[1] ?? ""]);

/** Two names of a list that have one value. */
function twins(named: readonly (readonly [name: string, value: string])[]): [string, string] | undefined {
  const first = new Map<string, string>();
  for (const [name, value] of named) {
    const other = first.get(value);
    if (other !== undefined && other !== name) return [other, name];
    first.set(value, name);
  }
  return undefined;
}

function busProblem(values: Values): string | undefined {
  const [url, seed] = [textOf(values, "NATS_URL"), textOf(values, "NATS_SEED")];
  if (!url.split(",").every((one) => one.trim().startsWith("tls://")))
    return "NATS_URL must be tls:// in production: give the server a certificate, see docs/runbooks/bus-keys.md";
  if (seed === "" && textOf(values, "NATS_CREDENTIALS") === "")
    return "NATS_SEED is not set: make a key for this service with pnpm bus key, or set NATS_CREDENTIALS";
  if (isDevelopmentBusSeed(seed)) return "NATS_SEED is a development key, which is public: make one with pnpm bus key";
  return undefined;
}

/** Of BUS_KEYS and SIMULATED_BUS_KEYS. */
function classKeysProblem(values: Values): string | undefined {
  const development = new Set(sealKeyNames.map(developmentKey));
  for (const setting of ["BUS_KEYS", "SIMULATED_BUS_KEYS"]) {
    const pairs = pairsOf(textOf(values, setting));
    const same = twins(pairs);
    if (same !== undefined)
      return `${setting}: ${same[0]} and ${same[1]} have the same key; every class needs one of its own, 32 random bytes in hex`;
    for (const [name, key] of pairs)
      if (development.has(key))
        return `${setting}: the key of ${name} is a development key, which is public; make another`;
  }
  return undefined;
}

/** Of the keys that the core signs with. */
function coreKeysProblem(values: Values): string | undefined {
  for (const prefix of ["", "SIMULATED_"]) {
    const [setting, core] = [`${prefix}CORE_PUBLIC_KEYS`, textOf(values, `${prefix}CORE_NAME`)];
    const pairs = pairsOf(textOf(values, setting));
    const development = new Set(
      pairsOf(
        developmentCoreKeys(
          core,
          pairs.map(([node]) => node),
        ),
      ).map(([, key]) => key),
    );
    for (const [node, key] of pairs)
      if (development.has(key))
        return `${setting}: the key of ${node} is a development key, which is public; see docs/runbooks/core-keys.md`;
  }
  const seed = textOf(values, "CORE_SIGNING_KEY");
  if (seed !== "" && isDevelopmentCoreSeed(seed, textOf(values, "CORE_NAME"), textOf(values, "NODE_ID")))
    return "CORE_SIGNING_KEY is a development key, which is public; see docs/runbooks/core-keys.md";
  return undefined;
}

/** What checks the tokens of sessions. */
function sessionKeysProblem(values: Values): string | undefined {
  const development = publicHexOf(privateKeyOf(developmentKey("signed texts")));
  return textOf(values, "SESSION_PUBLIC_KEYS").split(",").includes(development)
    ? "SESSION_PUBLIC_KEYS has the development key, whose private half is public: set that of SESSION_SIGNING_KEY"
    : undefined;
}

function secretsProblem(values: Values, secrets: readonly string[]): string | undefined {
  for (const name of secrets) {
    const secret = textOf(values, name);
    if (secret === "") return `${name} is not set: make 32 random bytes in hex, e.g. with openssl rand -hex 32`;
    const bytes = /^(?:[0-9a-f]{2})+$/.test(secret) ? secret.length / 2 : Buffer.byteLength(secret);
    if (bytes < secretBytesMin)
      return `${name} has ${bytes} bytes, at least ${secretBytesMin} are needed: make them with openssl rand -hex 32`;
    if (secret === developmentKey(name) || secret === developmentKey("signed texts"))
      return `${name} is a development key, which is public: make another with openssl rand -hex 32`;
  }
  const same = twins(secrets.map((name) => [name, textOf(values, name)]));
  return same === undefined ? undefined : `${same[0]} and ${same[1]} are equal: every secret needs a value of its own`;
}

function originsProblem(values: Values, origins: readonly string[]): string | undefined {
  for (const name of origins)
    for (const origin of textOf(values, name).split(","))
      if (origin.trim() !== "" && !origin.trim().startsWith("https://"))
        return `${name}: ${origin.trim()} must be https:// in production, browsers send cookies and proofs there`;
  return undefined;
}

/** The first thing that production must not start with, as a sentence that says what to do. */
export function productionProblem(values: Values, rules: ProductionRules): string | undefined {
  const missing = rules.said?.find((name) => textOf(values, name) === "");
  return (
    busProblem(values) ??
    classKeysProblem(values) ??
    coreKeysProblem(values) ??
    sessionKeysProblem(values) ??
    secretsProblem(values, rules.secrets ?? []) ??
    originsProblem(values, rules.origins ?? []) ??
    (missing === undefined ? undefined : `${missing} is not set: production must say it, there is no default`)
  );
}

export function refuseInProduction(values: Values, rules: ProductionRules = {}): void {
  if (values.TIDEMARK_MODE !== "production") return;
  const problem = productionProblem(values, rules);
  if (problem !== undefined) throw new Error(problem);
}
