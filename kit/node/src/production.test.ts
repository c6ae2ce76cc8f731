import { randomUUID } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nkeys } from "@nats-io/transport-node";
import { expect, test } from "vitest";
import { developmentCoreKeys, developmentCoreSeed } from "./keys/core-keys.ts";
import { developmentBusSeed, developmentKey } from "./keys/development-keys.ts";
import { busServices } from "./bus/bus-permissions.ts";
import { productionProblem, refuseInProduction } from "./production.ts";

const good = {
  TIDEMARK_MODE: "production",
  NATS_URL: "tls://nats.tidemark.example:4222",
  NATS_SEED: "SUAHI",
  NATS_CREDENTIALS: "",
  CORE_NAME: "main",
  BUS_KEYS: `user=${"1".repeat(64)},platform_rpc=${"2".repeat(64)}`,
  CORE_PUBLIC_KEYS: `core-a=${"3".repeat(64)}`,
};
const problemWith = (changes: Record<string, string>): string =>
  productionProblem({ ...good, ...changes }, {}) ?? "none";

test("M9: production needs an encrypted bus and a key for it that is not public", () => {
  expect(problemWith({})).toBe("none");
  for (const url of ["nats://a:4222", "tls://a:4222,nats://b:4222", "a:4222"])
    expect(problemWith({ NATS_URL: url })).toMatch(/^NATS_URL must be tls:/);
  expect(problemWith({ NATS_SEED: "" })).toMatch(/^NATS_SEED is not set: make a key/);
  for (const service of busServices)
    expect(problemWith({ NATS_SEED: developmentBusSeed(service) })).toMatch(/^NATS_SEED is a development key/);
});

test("M9: production takes no class key twice, and none that development has", () => {
  const key = "1".repeat(64);
  expect(problemWith({ BUS_KEYS: `user=${key},platform_rpc=${key}` })).toMatch(
    /^BUS_KEYS: user and platform_rpc have the same key/,
  );
  expect(problemWith({ BUS_KEYS: `user=${developmentKey("user")}` })).toMatch(
    /^BUS_KEYS: the key of user is a development/,
  );
  expect(problemWith({ BUS_KEYS: `user=${developmentKey("wallet")}` })).toMatch(/is a development key/);
  expect(problemWith({ SIMULATED_BUS_KEYS: `wallet=${key},platform=${key}` })).toMatch(
    /^SIMULATED_BUS_KEYS: wallet and/,
  );
});

test("M9: production takes no key of a development core, public or private", () => {
  expect(problemWith({ CORE_PUBLIC_KEYS: developmentCoreKeys("main", ["core-a", "core-x"]) })).toMatch(
    /^CORE_PUBLIC_KEYS: the key of core-a is a development key/,
  );
  const simulated = { SIMULATED_CORE_NAME: "simul", SIMULATED_CORE_PUBLIC_KEYS: developmentCoreKeys("simul") };
  expect(problemWith(simulated)).toMatch(/^SIMULATED_CORE_PUBLIC_KEYS: the key of core-a/);
  expect(problemWith({ NODE_ID: "core-z", CORE_SIGNING_KEY: developmentCoreSeed("main", "core-z") })).toMatch(
    /^CORE_SIGNING_KEY is a development key/,
  );
});

test("M9: production looks into the credentials file of the bus", () => {
  const folder = mkdtempSync(join(tmpdir(), "credentials-"));
  const problemOf = (seed: string): string => {
    const file = join(folder, "service.creds");
    writeFileSync(file, `-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------\n`);
    return problemWith({ NATS_SEED: "", NATS_CREDENTIALS: file });
  };
  expect(problemOf(Buffer.from(nkeys.createUser().getSeed()).toString())).toBe("none");
  for (const service of busServices) expect(problemOf(developmentBusSeed(service))).toMatch(/has a development key/);
  expect(problemOf("")).toMatch(/has no seed of a user/);
  expect(problemWith({ NATS_SEED: "", NATS_CREDENTIALS: join(folder, "none") })).toMatch(/cannot be read/);
});

test("M9: a development key passes under no other name, of no other core and in no other setting", () => {
  const [other] = developmentCoreKeys("main", ["core-b"]).split("=").slice(1);
  const renamed = { CORE_NAME: "exchange", CORE_PUBLIC_KEYS: `leader=${other}` };
  expect(problemWith(renamed)).toMatch(/^CORE_PUBLIC_KEYS: the key of leader is a development key/);
  const signs = { CORE_NAME: "exchange", NODE_ID: "leader", CORE_SIGNING_KEY: developmentCoreSeed("main", "core-a") };
  expect(problemWith(signs)).toMatch(/^CORE_SIGNING_KEY is a development key/);
  expect(problemWith({ BUS_KEYS: `user=${developmentKey("PROOF_SECRET")}` })).toMatch(/is a development key/);
  const proof = { PROOF_SECRET: developmentKey("IDENTITY_SECRET") };
  expect(productionProblem({ ...good, ...proof }, { secrets: ["PROOF_SECRET"] })).toMatch(/is a development key/);
  expect(productionProblem({ ...good, PROOF_SECRET: "9".repeat(64) }, { secrets: ["PROOF_SECRET"] })).toBeUndefined();
});

test("M9: a key of a development core is recognised whatever the core and its process are called", () => {
  const names = Array.from({ length: 40 }, () => [randomUUID(), randomUUID().slice(0, 8)] as const);
  for (const [core, node] of names) {
    const [, key] = developmentCoreKeys(core, [node]).split("=");
    expect(problemWith({ CORE_PUBLIC_KEYS: `leader=${key}` })).toMatch(/^CORE_PUBLIC_KEYS: the key of leader is a dev/);
    expect(problemWith({ CORE_SIGNING_KEY: developmentCoreSeed(core, node) })).toMatch(/^CORE_SIGNING_KEY is a dev/);
  }
  for (const core of ["main", "simul", "goal"]) {
    const nodes = Array.from("abcdefgh", (letter) => `core-${letter}`);
    expect(new Set([...nodes, "projector"].map((node) => developmentCoreSeed(core, node))).size).toBe(9);
  }
});

test("M9: other owners are called over https in production", () => {
  const problemOf = (urls: string): string | undefined =>
    productionProblem({ ...good, OWNER_URLS: urls }, { peers: ["OWNER_URLS"] });
  expect(problemOf("")).toBeUndefined();
  expect(problemOf("platform=https://platform.example")).toBeUndefined();
  expect(problemOf("platform=https://a.example,wallet=http://b.example")).toMatch(
    /^OWNER_URLS: http:\/\/b.example must/,
  );
});

test("M9: development may do all of it", () => {
  refuseInProduction({ TIDEMARK_MODE: "development", NATS_URL: "nats://a" }, { secrets: ["PROOF_SECRET"] });
});
