import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock, textSigner } from "@tidemark/kit-node";
import { expect, test } from "vitest";
import { createGateway } from "../app.ts";
import { readSettings } from "../config.ts";
import { isSignInPage, robotSourcesOf } from "./robot-sources.ts";
import { unlimitedRates, noCounters as counters, quietLog as log } from "../testing/standalone.ts";
import { memoryBus } from "../testing/memory-bus.ts";

function built(): string {
  const folder = mkdtempSync(join(tmpdir(), "web-"));
  for (const entry of ["", "m"]) {
    mkdirSync(join(folder, entry), { recursive: true });
    writeFileSync(join(folder, entry, "index.html"), "<p>a page</p>");
  }
  writeFileSync(join(folder, "app.js"), "let a;");
  return folder;
}

async function gatewayOf(settings: Record<string, string>) {
  const config = readSettings({ GATEWAY_PORT: "0", WEB_DIRECTORY: built(), ...unlimitedRates, ...settings });
  const app = await createGateway({ config, bus: memoryBus(), clock: systemClock, log, counters });
  return {
    app,
    /** By directive, what is allowed. */
    policyOf: async (address: string): Promise<Record<string, string[]>> => {
      const { headers } = await app.inject(address);
      const parts = String(headers["content-security-policy"]).split("; ");
      return Object.fromEntries(
        parts.map((part) => {
          const [name, ...sources] = part.split(" ");
          return [name!, sources];
        }),
      );
    },
  };
}

const doors = ["/auth/login", "/auth/register/email?backurl=/markets", "/kr/auth/forgot"];
const others = ["/", "/markets", "/personal/security", "/personal/settings/my-api", "/personal/withdrawal", "/m/"];
const foreign = (policy: Record<string, string[]>): string[] =>
  Object.values(policy).flatMap((sources) => sources.filter((source) => source.startsWith("http")));

test("no address of ours can be shown in another's frame, whatever it answers", async () => {
  const { app, policyOf } = await gatewayOf({});
  const addresses = [
    ...doors,
    ...others,
    "/kr/m/",
    "/docs",
    "/docs/openapi.json",
    "/app.js",
    "/health",
    "/user/userInfo",
  ];
  for (const address of [...addresses, "/nowhere.js", "/configs/exchange.json", "/auth/../x", "/%"]) {
    const { headers } = await app.inject(address);
    expect([address, headers["x-frame-options"]]).toEqual([address, "DENY"]);
    expect([address, (await policyOf(address))["frame-ancestors"]]).toEqual([address, ["'none'"]]);
  }
  await app.close();
});

test("a stranger's script runs on the way in alone, and only of the check that is in use", async () => {
  const { app, policyOf } = await gatewayOf({ ROBOT_CHECKS: "geetest" });
  for (const address of doors)
    expect((await policyOf(address))["script-src"]).toEqual([
      "'self'",
      "'wasm-unsafe-eval'",
      "https://static.geetest.com",
      "https://gcaptcha4.geetest.com",
    ]);
  for (const address of others) expect([address, foreign(await policyOf(address))]).toEqual([address, []]);
  await app.close();
  const google = await gatewayOf({ ROBOT_CHECKS: "altcha,recaptcha" });
  const policy = await google.policyOf("/auth/login");
  expect(policy["frame-src"]).toEqual(["'self'", "https://www.recaptcha.net/recaptcha/"]);
  expect(foreign(policy).every((source) => source.endsWith("/recaptcha/"))).toBe(true);
  await google.app.close();
});

test("our own check needs nobody, and a check that comes from elsewhere is named", async () => {
  const own = await gatewayOf({ ROBOT_CHECKS: "altcha", ROBOT_ORIGINS: "https://mirror.example" });
  expect(foreign(await own.policyOf("/auth/login"))).toEqual([]);
  await own.app.close();
  const mirror = robotSourcesOf("geetest,recaptcha", "https://mirror.example");
  for (const sources of Object.values(mirror)) expect(sources).toEqual(["https://mirror.example"]);
  expect(() => robotSourcesOf("geetest,turing", "")).toThrow(/ROBOT_CHECKS: there is no turing/);
  expect(() => robotSourcesOf("geetest", "https://mirror.example/a b")).toThrow(/ROBOT_ORIGINS/);
});

test("the way in is known behind a site's prefix too, and by nothing that only looks like it", () => {
  expect(doors.map(isSignInPage)).toEqual([true, true, true]);
  expect(
    ["/authority", "/auth", "/kr/authors", "/markets?to=/auth/login", "/x/auth/login"].filter(isSignInPage),
  ).toEqual([]);
});

test("[S7.70] every page may load a fingerprint provider's script and call it, and nothing else of it", async () => {
  const { policyOf } = await gatewayOf({ FINGERPRINT_ORIGINS: "https://fp.example,https://eu.fp.example" });
  for (const address of [...doors, ...others]) {
    const {
      "script-src": scripts,
      "connect-src": calls,
      "frame-src": frames,
      "img-src": images,
    } = await policyOf(address);
    expect(scripts).toEqual(expect.arrayContaining(["https://fp.example", "https://eu.fp.example"]));
    expect(calls).toEqual(expect.arrayContaining(["https://fp.example", "https://eu.fp.example"]));
    expect([...frames!, ...images!].filter((source) => source.includes("fp.example"))).toEqual([]);
  }
  await expect(gatewayOf({ FINGERPRINT_ORIGINS: "fp.example/script.js" })).rejects.toThrow("FINGERPRINT_ORIGINS");
});

/** Everything that production asks for. */
const production = {
  TIDEMARK_MODE: "production",
  BUS_KEYS: ["user", "platform_rpc"].map((name, i) => `${name}=${String(i + 1).repeat(64)}`).join(","),
  CORE_PUBLIC_KEYS: `core-a=${"3".repeat(64)}`,
  NATS_URL: "tls://nats.tidemark.example:4222",
  NATS_SEED: "SUAHI",
  GATEWAY_HOSTS: "localhost:80",
  GATEWAY_ORIGINS: "https://www.tidemark.example",
  GATEWAY_BEHIND_PROXY: "yes",
  PROOF_SECRET: "4".repeat(64),
  SESSION_PUBLIC_KEYS: textSigner("TEST", "5".repeat(64), "production").publicKey,
  API_KEY_SECRET: "6".repeat(64),
};

test("M8: production runs no inline script anywhere, and has no page of the API reference", async () => {
  const { app, policyOf } = await gatewayOf(production);
  const addresses = ["/docs", "/docs/", "/docs/js/scalar.js", "/docs/openapi.json", "/openapi.json"];
  for (const address of [...doors, ...others, ...addresses])
    expect([address, (await policyOf(address))["script-src"] ?? []]).toEqual([
      address,
      expect.not.arrayContaining(["'unsafe-inline'"]),
    ]);
  expect((await app.inject("/docs/js/scalar.js")).statusCode).toBe(404);
  for (const address of ["/docs", "/docs/"]) expect((await app.inject(address)).body).not.toMatch(/scalar/i);
  expect((await app.inject("/openapi.json")).json()).toMatchObject({ openapi: "3.1.0" });
  await app.close();
});

test("M8: development shows the page of the API reference", async () => {
  const { app } = await gatewayOf({});
  expect((await app.inject("/docs/")).body).toMatch(/scalar/i);
  await app.close();
});
