import { readFileSync } from "node:fs";
import { developmentCoreSeeds } from "./keys/core-keys.ts";
import { developmentKey, isDevelopmentBusSeed } from "./keys/development-keys.ts";
import { privateKeyOf, publicHexOf } from "./keys/ed25519.ts";
import { sealKeyNames } from "./bus/seal.ts";

type Values = Readonly<Record<string, unknown>>;

/** Which settings of a service production looks at, beside those of the bus. */
export type ProductionRules = {
  /** Of at least 32 bytes, none of them equal to another. */
  readonly secrets?: readonly string[];
  /** Comma-separated origins. */
  readonly origins?: readonly string[];
  /** Comma-separated `name=url` pairs of servers that are given what users send. */
  readonly peers?: readonly string[];
  /** Without a default in production: what is right differs, and a wrong guess is not noticed. */
  readonly said?: readonly string[];
};

const secretBytesMin = 32;
/** Of all services: a development key of one setting is as public in another. */
const secretNames = [
  "PROOF_SECRET",
  "API_KEY_SECRET",
  "FINGERPRINT_SECRET",
  "SESSION_SIGNING_KEY",
  "IDENTITY_SECRET",
  "CORE_SIGNING_KEY",
  "WITHDRAWAL_INTENT_KEY",
  "SIGNER_REQUEST_KEY",
  "KYC_MASTER_KEY",
];

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

const withPublic = (seeds: readonly string[]): string[] =>
  seeds.flatMap((seed) => [seed, publicHexOf(privateKeyOf(seed))]);

let ofCores: readonly string[] | undefined;

/** Every development key that is 32 bytes in hex, whatever setting it stands in: all are public. */
function developmentKeysOf(secrets: readonly string[]): ReadonlySet<string> {
  // Some hundred pairs of keys: they are made once, and in production only.
  ofCores ??= withPublic(developmentCoreSeeds());
  const named = [...sealKeyNames, ...secretNames, ...secrets, "signed texts"];
  return new Set([...withPublic(named.map(developmentKey)), ...ofCores]);
}

/** The seed in a credentials file. The client reads the file at each connection; what it holds at the start must be right. */
function credentialsProblem(file: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return `NATS_CREDENTIALS: ${file} cannot be read`;
  }
  const seed = /\bSU[A-Z2-7]{56}\b/.exec(text)?.[0];
  if (seed === undefined) return `NATS_CREDENTIALS: ${file} has no seed of a user in it`;
  return isDevelopmentBusSeed(seed)
    ? `NATS_CREDENTIALS: ${file} has a development key, which is public: make one with pnpm bus key`
    : undefined;
}

function busProblem(values: Values): string | undefined {
  const [url, seed] = [textOf(values, "NATS_URL"), textOf(values, "NATS_SEED")];
  if (!url.split(",").every((one) => one.trim().startsWith("tls://")))
    return "NATS_URL must be tls:// in production: give the server a certificate, see docs/runbooks/bus-keys.md";
  const credentials = textOf(values, "NATS_CREDENTIALS");
  if (seed === "" && credentials === "")
    return "NATS_SEED is not set: make a key for this service with pnpm bus key, or set NATS_CREDENTIALS";
  if (isDevelopmentBusSeed(seed)) return "NATS_SEED is a development key, which is public: make one with pnpm bus key";
  return credentials === "" ? undefined : credentialsProblem(credentials);
}

/** Of BUS_KEYS and SIMULATED_BUS_KEYS. */
function classKeysProblem(values: Values, development: ReadonlySet<string>): string | undefined {
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
function coreKeysProblem(values: Values, development: ReadonlySet<string>): string | undefined {
  for (const setting of ["CORE_PUBLIC_KEYS", "SIMULATED_CORE_PUBLIC_KEYS"])
    for (const [node, key] of pairsOf(textOf(values, setting)))
      if (development.has(key))
        return `${setting}: the key of ${node} is a development key, which is public; see docs/runbooks/core-keys.md`;
  return development.has(textOf(values, "CORE_SIGNING_KEY"))
    ? "CORE_SIGNING_KEY is a development key, which is public; see docs/runbooks/core-keys.md"
    : undefined;
}

/** What checks the tokens of sessions. */
const sessionKeysProblem = (values: Values, development: ReadonlySet<string>): string | undefined =>
  textOf(values, "SESSION_PUBLIC_KEYS")
    .split(",")
    .some((key) => development.has(key.trim()))
    ? "SESSION_PUBLIC_KEYS has a development key, whose private half is public: set that of SESSION_SIGNING_KEY"
    : undefined;

function secretsProblem(
  values: Values,
  secrets: readonly string[],
  development: ReadonlySet<string>,
): string | undefined {
  for (const name of secrets) {
    const secret = textOf(values, name);
    if (secret === "") return `${name} is not set: make 32 random bytes in hex, e.g. with openssl rand -hex 32`;
    const bytes = /^(?:[0-9a-f]{2})+$/.test(secret) ? secret.length / 2 : Buffer.byteLength(secret);
    if (bytes < secretBytesMin)
      return `${name} has ${bytes} bytes, at least ${secretBytesMin} are needed: make them with openssl rand -hex 32`;
    if (development.has(secret))
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

function peersProblem(values: Values, peers: readonly string[]): string | undefined {
  for (const name of peers)
    for (const pair of textOf(values, name).split(",")) {
      const url = pair.slice(pair.indexOf("=") + 1).trim();
      if (url !== "" && !url.startsWith("https://"))
        return `${name}: ${url} must be https:// in production, what users send is carried there`;
    }
  return undefined;
}

/** The first thing that production must not start with, as a sentence that says what to do. */
export function productionProblem(values: Values, rules: ProductionRules): string | undefined {
  const { secrets = [], origins = [], peers = [] } = rules;
  const missing = rules.said?.find((name) => textOf(values, name) === "");
  const development = developmentKeysOf(secrets);
  return (
    busProblem(values) ??
    classKeysProblem(values, development) ??
    coreKeysProblem(values, development) ??
    sessionKeysProblem(values, development) ??
    secretsProblem(values, secrets, development) ??
    originsProblem(values, origins) ??
    peersProblem(values, peers) ??
    (missing === undefined ? undefined : `${missing} is not set: production must say it, there is no default`)
  );
}

export function refuseInProduction(values: Values, rules: ProductionRules = {}): void {
  if (values.TIDEMARK_MODE !== "production") return;
  const problem = productionProblem(values, rules);
  if (problem !== undefined) throw new Error(problem);
}
