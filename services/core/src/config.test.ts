import { expect, test } from "vitest";
import { readSettings } from "./config.ts";

const production = {
  TIDEMARK_MODE: "production",
  JOURNAL_DURABILITY: "standby",
  NATS_URL: "tls://nats.tidemark.example:4222",
  NATS_SEED: "SUAHI",
  NODE_ID: "core-a",
  CORE_SIGNING_KEY: "1".repeat(64),
  CORE_PUBLIC_KEYS: `core-a=${"2".repeat(64)}`,
};

test("M9: a core's process starts in production only with a name, a key and two disks", () => {
  expect(readSettings(production).NODE_ID).toBe("core-a");
  const problems: [Record<string, string>, string][] = [
    [{ NODE_ID: "" }, "NODE_ID is not set"],
    [{ CORE_SIGNING_KEY: "" }, "CORE_SIGNING_KEY is not set"],
    [{ NATS_URL: "nats://nats.tidemark.example" }, "NATS_URL must be tls://"],
    [{ NATS_SEED: "" }, "NATS_SEED is not set"],
    [{ JOURNAL_DURABILITY: "single" }, "one disk is no record"],
  ];
  for (const [changes, problem] of problems) expect(() => readSettings({ ...production, ...changes })).toThrow(problem);
  // The migration has no keys.
  expect(
    readSettings({ TIDEMARK_MODE: "production", CORE_ROLE: "migrate", JOURNAL_DURABILITY: "standby" }).CORE_ROLE,
  ).toBe("migrate");
});
