import { generateKeyPairSync, sign } from "node:crypto";
import { fileURLToPath } from "node:url";
import { type AskOf, createClient, hmacSigner, type ApiKeySigner } from "@tidemark/kit-client";
import { startService, type StartedService } from "@tidemark/kit-testing";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { twoFactorVisitor } from "../../testing/factor.ts";
import { openWorld, type World } from "../../testing/world.ts";

const gatewayMain = fileURLToPath(new URL("../../../gateway/src/main.ts", import.meta.url));
const password = "Gr3en-Harbour-Lamp";
const dayMs = 24 * 60 * 60_000;
let world: World;
let second: StartedService;
let urls: string[];
let owner: Awaited<ReturnType<typeof twoFactorVisitor>>;
let stranger: Awaited<ReturnType<typeof twoFactorVisitor>>;

beforeAll(async () => {
  world = await openWorld({ platform: { SIGN_IN_NEW_DEVICE: "notice" }, gateway: { SESSION_ENDS_EVERY_MS: "60000" } });
  second = await startService(
    gatewayMain,
    { CORE_NAME: world.core, GATEWAY_PORT: "0", GATEWAY_BEHIND_PROXY: "yes", SESSION_ENDS_EVERY_MS: "60000" },
    "listening",
  );
  urls = [world.url, String(second.ready.address)];
  owner = await twoFactorVisitor(world, 7101, password);
  stranger = await twoFactorVisitor(world, 7102, password);
});
afterAll(async () => {
  await second.end("SIGTERM");
  await world.close();
});

const resultOf = (outcome: { ok: boolean; refusal?: string; facts?: object }): string =>
  outcome.ok ? "ok" : [outcome.refusal, ...Object.values(outcome.facts ?? {})].join(" ");
const clientBy = (signer: ApiKeySigner, url = urls[0]!) => createClient({ baseUrl: url, apiKey: signer });
/** There is no core in this test: a permitted call gets BUSY. */
const read = async (signer: ApiKeySigner, url?: string): Promise<string> =>
  resultOf(await clientBy(signer, url).call("balances", {}));
const trade = async (signer: ApiKeySigner, url?: string): Promise<string> =>
  resultOf(await clientBy(signer, url).call("cancelAll", {}));

let count = 0;
async function made(fields: Partial<AskOf<"createApiKey">> = {}) {
  count += 1;
  const outcome = await owner.client.call("createApiKey", { label: `program_${count}`, ...fields });
  if (!outcome.ok) throw new Error(outcome.message);
  return { ...outcome.value, signer: hmacSigner(outcome.value.key, outcome.value.secret) };
}

test("nothing about keys is made or changed without a second factor that was shown a moment ago", async () => {
  expect(resultOf(await owner.client.call("createApiKey", { label: "program_0" }))).toBe("FACTOR_NEEDED");
  expect(resultOf(await owner.client.call("editApiKey", { key: "k".repeat(32) }))).toBe("FACTOR_NEEDED");
  await owner.confirm();
  await stranger.confirm();
  expect(resultOf(await owner.client.call("editApiKey", { key: "k".repeat(32) }))).toBe("NOT_FOUND");
});

describe("a key", () => {
  test("reads unless more is asked for, shows its secret once, and lies sealed", async () => {
    const startedAt = Date.now();
    const { key, secret, signer, ...row } = await made();
    expect(row).toMatchObject({ kind: "HMAC_SHA256", permissions: ["READ"], ips: [] });
    expect(row.until! - startedAt).toBeGreaterThanOrEqual(90 * dayMs);
    expect(await read(signer)).toBe("BUSY");
    expect(await trade(signer)).toBe("API_KEY_FORBIDDEN");
    const listed = await owner.client.call("apiKeyList", {});
    expect(JSON.stringify(listed)).toContain(key);
    expect(JSON.stringify(listed)).not.toContain(secret);
    const { rows } = await sql<{ row: string }>`
      select k::text || encode(sealed, 'escape') as row from security.api_keys k where key = ${key}`.execute(
      world.owner.db,
    );
    expect(rows[0]!.row).not.toContain(secret);
  });

  test("of a public key has no secret at all, and signs by Ed25519", async () => {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    const pem = publicKey.export({ format: "pem", type: "spki" }) as string;
    const { key, secret, kind } = await made({ publicKey: pem, permissions: ["READ", "TRADE"] });
    expect([secret, kind]).toEqual(["", "ED25519"]);
    const signer = { key, sign: (message: Uint8Array) => sign(null, message, privateKey).toString("base64url") };
    expect([await read(signer), await trade(signer)]).toEqual(["BUSY", "BUSY"]);
    const rsa = generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey.export({ format: "pem", type: "spki" });
    const wrong = await owner.client.call("createApiKey", { label: "program_rsa", publicKey: rsa as string });
    expect(resultOf(wrong)).toContain("REQUEST_INVALID");
  });

  test("may withdraw only from addresses that it names, and then lives as long as it was told", async () => {
    const wish = { label: "program_out", permissions: ["READ", "WITHDRAW"] as ("READ" | "WITHDRAW")[] };
    expect(resultOf(await owner.client.call("createApiKey", wish))).toBe("IP_LIST_NEEDED");
    const { key, until } = await made({ ...wish, ips: ["203.0.113.7"] });
    expect(until).toBeNull();
    expect(resultOf(await owner.client.call("editApiKey", { key, ips: [] }))).toBe("IP_LIST_NEEDED");
  });

  test("serves the addresses that it names", async () => {
    const { signer } = await made({ ips: ["203.0.113.7"] });
    expect(await read(signer)).toBe("API_KEY_INVALID address");
  });

  test("ends when its time is over, without anybody's doing", async () => {
    const { key, signer } = await made({ days: 1 });
    await sql`update security.api_keys set until = ${Date.now() - 1} where key = ${key}`.execute(world.owner.db);
    expect(await read(signer)).toBe("API_KEY_INVALID expired");
  });

  test("that is changed is so at every gateway at once", async () => {
    const { key, signer } = await made({ permissions: ["READ", "TRADE"] });
    for (const url of urls) expect(await trade(signer, url)).toBe("BUSY");
    const edited = await owner.client.call("editApiKey", { key, permissions: ["READ"], label: "renamed_key" });
    expect(edited).toMatchObject({ ok: true, value: { label: "renamed_key", permissions: ["READ"] } });
    for (const url of urls) expect(await trade(signer, url)).toBe("API_KEY_FORBIDDEN");
  });

  test("that is removed is nobody's at every gateway at once", async () => {
    const { key, signer } = await made();
    for (const url of urls) expect(await read(signer, url)).toBe("BUSY");
    expect(resultOf(await stranger.client.call("removeApiKey", { key }))).toBe("NOT_FOUND");
    expect(await owner.client.call("removeApiKey", { key })).toMatchObject({ ok: true });
    for (const url of urls) expect(await read(signer, url)).toBe("API_KEY_INVALID signature");
    expect(resultOf(await owner.client.call("removeApiKey", { key }))).toBe("NOT_FOUND");
    const { rows } = await sql`select sealed from security.api_keys where key = ${key}`.execute(world.owner.db);
    expect(rows).toEqual([{ sealed: null }]);
  });

  test("[D.63] has a name of its own, and is told of to its owner", async () => {
    const { key } = await made({ label: "same_name" });
    expect(resultOf(await owner.client.call("createApiKey", { label: "same_name" }))).toBe("LABEL_TAKEN");
    expect(resultOf(await owner.client.call("createApiKey", { label: "no" }))).toContain("REQUEST_INVALID");
    await owner.client.call("removeApiKey", { key });
    const notices = (await world.sink.of(owner.loginId)).filter(({ facts }) => facts.label === "same_name");
    expect(notices.map(({ kind }) => kind)).toEqual(["api-key-created", "api-key-removed"]);
    expect(notices[0]!.facts).toMatchObject({ permissions: "READ" });
    const log = await owner.client.call("activityList", { pageNum: 1, pageSize: 2 });
    expect(log).toMatchObject({
      ok: true,
      value: { list: [{ kind: "API_KEY_REMOVED" }, { kind: "API_KEY_CREATED" }] },
    });
  });
});

test("a key whose removal the bus lost ends when the gateway asks", async () => {
  const quick = await startService(
    gatewayMain,
    { CORE_NAME: world.core, GATEWAY_PORT: "0", SESSION_ENDS_EVERY_MS: "200" },
    "listening",
  );
  const { key, signer } = await made();
  const url = String(quick.ready.address);
  expect(await read(signer, url)).toBe("BUSY");
  await sql`update security.api_keys set removed_at = ${Date.now()}, changed_at = ${Date.now()}, sealed = null where key = ${key}`.execute(
    world.owner.db,
  );
  const giveUpAt = Date.now() + 3_000;
  while ((await read(signer, url)) !== "API_KEY_INVALID signature") expect(Date.now()).toBeLessThan(giveUpAt);
  await quick.end("SIGTERM");
});

test("an account has thirty keys at most, also when they are made together, and can end all at once", async () => {
  await owner.client.call("removeAllApiKeys", {});
  const asked = await Promise.all(
    Array.from({ length: 34 }, (_, i) => owner.client.call("createApiKey", { label: `together_${i}` })),
  );
  expect(asked.filter(({ ok }) => ok)).toHaveLength(30);
  expect(new Set(asked.filter(({ ok }) => !ok).map(resultOf))).toEqual(new Set(["API_KEY_LIMIT 30"]));
  expect(await owner.client.call("removeAllApiKeys", {})).toMatchObject({ ok: true, value: { removed: 30 } });
  expect(await owner.client.call("apiKeyList", {})).toMatchObject({ ok: true, value: { list: [], allowed: 30 } });
});

test("a password that is reset ends the account's keys at every gateway; asking for it, or a wrong code, ends none", async () => {
  const { signer } = await made();
  const { client } = world.visitor("forgetful");
  const { loginId } = owner;
  // This is about keys: the owner's second factor is another test's.
  await sql`delete from identity.authenticators where uid = ${owner.uid}`.execute(world.owner.db);
  await sql`update identity.codes set made_at = made_at - 60001`.execute(world.owner.db);
  await client.call("sendCode", { purpose: "reset", loginId, robot: await world.robot(client) });
  const code = await world.sink.codeOf(loginId);
  const wrong = code === "000000" ? "000001" : "000000";
  const wish = { loginId, password: "An0ther-Harbour-Lamp" };
  expect(resultOf(await client.call("resetPassword", { ...wish, code: wrong }))).toBe("CODE_WRONG");
  for (const url of urls) expect(await read(signer, url)).toBe("BUSY");
  expect(resultOf(await client.call("resetPassword", { ...wish, code }))).toBe("ok");
  for (const url of urls) expect(await read(signer, url)).toBe("API_KEY_INVALID signature");
  expect((await world.sink.of(loginId)).map(({ kind }) => kind)).toContain("api-key-removed");
});

test("freezing the account ends its keys at every gateway before it ends its sessions", async () => {
  const outcome = await stranger.client.call("createApiKey", { label: "frozen_key" });
  if (!outcome.ok) throw new Error(outcome.message);
  const signer = hmacSigner(outcome.value.key, outcome.value.secret);
  for (const url of urls) expect(await read(signer, url)).toBe("BUSY");
  expect(await stranger.client.call("freezeAccount", { confirm: true })).toMatchObject({ ok: true });
  for (const url of urls) expect(await read(signer, url)).toBe("API_KEY_INVALID signature");
});

test("a session that has ended makes no key and no address, although its gateway has not heard of the end", async () => {
  const signedOut = await twoFactorVisitor(world, 7_399, "Gr3en-Harbour-Lamp");
  await signedOut.confirm();
  await sql`update identity.sessions set ended_at = 1 where uid = 7399`.execute(world.owner.db);
  const address = {
    network: "BITCOIN",
    address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    label: "Ledger 9",
  } as const;
  expect(await signedOut.client.call("createApiKey", { label: "program_late" })).toMatchObject({
    refusal: "LOGIN_INVALID",
  });
  expect(await signedOut.client.call("addWithdrawalAddress", address)).toMatchObject({ refusal: "LOGIN_INVALID" });
});
