import { expect, test } from "vitest";
import { developmentCoreKeys } from "./core-keys.ts";
import { developmentBusSeed, developmentKey } from "./development-keys.ts";
import { busServices } from "./bus-permissions.ts";
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
  expect(problemWith({ NATS_SEED: "", NATS_CREDENTIALS: "/a.creds" })).toBe("none");
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
  expect(problemWith({ NODE_ID: "core-z", CORE_SIGNING_KEY: developmentKey("main core-z") })).toMatch(
    /^CORE_SIGNING_KEY is a development key/,
  );
});

test("M9: development may do all of it", () => {
  refuseInProduction({ TIDEMARK_MODE: "development", NATS_URL: "nats://a" }, { secrets: ["PROOF_SECRET"] });
});
