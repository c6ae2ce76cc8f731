import { textSigner } from "@tidemark/kit-node";
import { expect, test } from "vitest";
import { readSettings } from "./config.ts";

test("the name of the cookies has one default, and one that means something in a pattern or header stops the start", () => {
  expect(readSettings({}).COOKIE_NAME).toBe("tm");
  expect(readSettings({ COOKIE_NAME: "tm-simulated2" }).COOKIE_NAME).toBe("tm-simulated2");
  for (const name of ["TM", "2tm", "tm.*", "tm;x", "a b", "t".repeat(22)])
    expect(() => readSettings({ COOKIE_NAME: name })).toThrow("COOKIE_NAME must match");
});

const production = {
  TIDEMARK_MODE: "production",
  NATS_URL: "tls://nats.tidemark.example:4222",
  NATS_SEED: "SUAHI",
  BUS_KEYS: `user=${"1".repeat(64)},platform_rpc=${"2".repeat(64)}`,
  CORE_PUBLIC_KEYS: `core-a=${"3".repeat(64)}`,
  GATEWAY_ORIGINS: "https://www.tidemark.example",
  GATEWAY_BEHIND_PROXY: "yes",
  PROOF_SECRET: "4".repeat(64),
  API_KEY_SECRET: "6".repeat(64),
};

test("[R.10] M9: a gateway starts in production only with secrets, https origins, and the word whether a proxy is before it", () => {
  expect(readSettings(production).GATEWAY_BEHIND_PROXY).toBe("yes");
  const problems: [Record<string, string>, string][] = [
    [{ PROOF_SECRET: "" }, "PROOF_SECRET is not set: make 32 random bytes"],
    [{ PROOF_SECRET: "x" }, "PROOF_SECRET has 1 bytes, at least 32 are needed"],
    [{ PROOF_SECRET: "6".repeat(64) }, "PROOF_SECRET and API_KEY_SECRET are equal"],
    [{ GATEWAY_BEHIND_PROXY: "" }, "GATEWAY_BEHIND_PROXY is not set: production must say it"],
    [{ GATEWAY_ORIGINS: "https://a.example,http://b.example" }, "GATEWAY_ORIGINS: http://b.example must be https://"],
    [{ PAGE_API_ORIGINS: "http://*.b.example" }, "PAGE_API_ORIGINS: http://*.b.example must be https://"],
    [{ PAGE_ORIGIN: "http://b.example" }, "PAGE_ORIGIN: http://b.example must be https://"],
    [
      { SESSION_PUBLIC_KEYS: textSigner("T", "", "development").publicKey },
      "SESSION_PUBLIC_KEYS has a development key",
    ],
    [{ NATS_URL: "nats://nats.tidemark.example:4222" }, "NATS_URL must be tls:// in production"],
  ];
  for (const [changes, problem] of problems) expect(() => readSettings({ ...production, ...changes })).toThrow(problem);
  expect(readSettings({}).GATEWAY_BEHIND_PROXY).toBe("");
});
