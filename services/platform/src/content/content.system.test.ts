import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { bizId, languages, readAppConfig, refusals, sites } from "@tidemark/contracts";
import { type Client, createClient } from "@tidemark/kit-client";
import { createLog, openDatabase, systemTime, urlAs } from "@tidemark/kit-node";
import {
  localCertificate,
  startNats,
  startService,
  type StartedService,
  throwAwayDatabase,
} from "@tidemark/kit-testing";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { developmentRegions } from "../development-regions.ts";
import { seedUsers } from "../index.ts";
import { ensurePlatformRole, migratePlatform, platformRole } from "../migrate.ts";
import { writeConfig } from "./configs.ts";
import { openRequestLog } from "./request-log.ts";
import { readFingerprint } from "./fingerprint.ts";
import { contentStore } from "./store.ts";

const password = "Harbour-Lamp-26";
const core = `test-${randomBytes(5).toString("hex")}`;
const mainOf = (service: string): string => fileURLToPath(new URL(`../../../${service}/src/main.ts`, import.meta.url));
/** Addresses with a country, as a proxy would send them. */
const inKorea = { "x-forwarded-for": "168.126.63.1" };
const inTheStates = { "x-forwarded-for": "8.8.8.8" };

type World = {
  readonly database: Awaited<ReturnType<typeof throwAwayDatabase>>;
  readonly owner: ReturnType<typeof openDatabase>;
  readonly gateway: StartedService;
  platform: StartedService;
};
let world: World;

const startPlatform = (url: string): Promise<StartedService> =>
  startService(
    mainOf("platform"),
    {
      CORE_NAME: core,
      POSTGRES_URLS: urlAs(platformRole, url),
      PLATFORM_PORT: "0",
      REGION_DATABASE: developmentRegions,
      SIGN_IN_NEW_DEVICE: "notice",
    },
    "answering",
  );

beforeAll(async () => {
  const database = await throwAwayDatabase();
  await ensurePlatformRole(database.url);
  await migratePlatform(database.url);
  await seedUsers(database.url, [{ uid: 1001, name: "alice", email: "alice@example.com" }], password);
  const [platform, gateway] = await Promise.all([
    startPlatform(database.url),
    startService(
      mainOf("gateway"),
      {
        CORE_NAME: core,
        GATEWAY_PORT: "0",
        GATEWAY_BEHIND_PROXY: "yes",
        RATE_READ_PER_SECOND: "1000",
        RATE_SIGN_IN_PER_SECOND: "100",
        RATE_LOG_PER_SECOND: "4",
      },
      "listening",
    ),
  ]);
  world = { database, owner: openDatabase(database.url, 2), gateway, platform };
});
afterAll(async () => {
  await Promise.all([world.gateway.end("SIGTERM"), world.platform.end("SIGTERM")]);
  await world.owner.close();
  await world.database.drop();
});

const url = (): string => String(world.gateway.ready.address);

/** A client with cookie jar, device, address and site. */
function visitor(headers: Readonly<Record<string, string>> = {}, deviceId = "device-1"): Client {
  const jar = new Map<string, string>();
  return createClient({
    baseUrl: url(),
    sender: { device: { deviceId, uuid: "test" } },
    async fetch(address, init) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
      const all = { ...(init.headers as Record<string, string>), ...(cookie === "" ? {} : { cookie }), ...headers };
      const response = await fetch(address, { ...init, headers: all });
      for (const line of response.headers.getSetCookie()) {
        const [name, value] = line.split(";")[0]!.split("=") as [string, string];
        jar.set(name, value);
      }
      return response;
    },
  });
}

async function alice(deviceId?: string): Promise<Client> {
  const client = visitor({}, deviceId);
  expect(await client.call("signIn", { loginId: "alice@example.com", password })).toMatchObject({ ok: true });
  return client;
}

async function valueOf<T>(asked: Promise<{ ok: true; value: T } | { ok: false; message: string }>): Promise<T> {
  const outcome = await asked;
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.value;
}

test("[S7.30] the first call says the time, and that the product is not offered where the region is denied", async () => {
  const { datetime } = await valueOf(visitor().call("currentDatetime", {}));
  expect(Math.abs(datetime - Date.now())).toBeLessThan(5_000);
  expect(await visitor(inTheStates).call("currentDatetime", {})).toMatchObject({ ok: false, code: 1405 });
  expect(await visitor(inKorea).call("currentDatetime", {})).toMatchObject({ ok: true });
  const { rows } = await sql`select 1 from content.denied_regions where country = 'KR'`.execute(world.owner.db);
  expect(rows).toEqual([]);
  await sql`insert into content.denied_regions values ('BR', 'KR')`.execute(world.owner.db);
  expect(await visitor({ ...inKorea, site: "BR" }).call("currentDatetime", {})).toMatchObject({ code: 1405 });
  expect(await visitor({ ...inKorea, site: "KO" }).call("currentDatetime", {})).toMatchObject({ ok: true });
});

test("both files of every site's config come without signing in, may be kept for a while, and make a whole", async () => {
  for (const { appId, siteId } of sites) {
    const [biz, app] = await Promise.all(
      [bizId, appId].map(async (name) => {
        const response = await fetch(`${url()}/configs/${name}.json?v=1`);
        expect(response.headers.get("cache-control")).toBe("public, max-age=60");
        expect(response.headers.get("content-type")).toMatch("application/json");
        return (await response.json()) as unknown;
      }),
    );
    expect(readAppConfig(biz, app)).toMatchObject({ siteId, appId, version: 2 });
  }
  const missing = await fetch(`${url()}/configs/nobody.json`);
  expect(missing.headers.get("cache-control")).toBe("no-store");
  expect(await missing.json()).toMatchObject({ code: refusals.NOT_FOUND.code });
  const strange = await fetch(`${url()}/configs/..%2Fsecrets.json`);
  expect(await strange.json()).toMatchObject({ code: refusals.REQUEST_INVALID.code });
});

test("a config that would break a page is refused where it is written; a good one is served with a new version", async () => {
  const store = contentStore(world.owner.db);
  const before = (await store.configFile("web-vn"))!;
  const part = { name: "web-vn", biz: bizId };
  const broken = await writeConfig(store, { ...part, body: { ...before.body, lang: "klingon" } }, 1);
  expect(broken).toMatch(/^web-vn: lang: /);
  expect(await store.configFile("web-vn")).toEqual(before);
  const { project: _brand, ...shared } = (await store.configFile(bizId))!.body as { project: object };
  expect(await writeConfig(store, { name: bizId, biz: undefined, body: shared }, 1)).toMatch(/project/);
  const website = "https://vn.tidemark.example";
  expect(await writeConfig(store, { ...part, body: { ...before.body, website } }, 2)).toBeUndefined();
  expect(await valueOf(visitor().call("configFile", { name: "web-vn" }))).toMatchObject({
    version: before.version + 1,
    website,
  });
  // An operator's change survives the next start.
  await migratePlatform(world.database.url);
  expect((await store.configFile("web-vn"))!.body).toMatchObject({ website });
});

test("the database itself refuses a config that is no object", async () => {
  await expect(
    sql`update content.configs set body = '[]'::jsonb where name = 'web-br'`.execute(world.owner.db),
  ).rejects.toThrow("check constraint");
});

test("[S7.42] each site has its own list of languages and its own first one", async () => {
  const main = await valueOf(visitor().call("langList", {}));
  expect(main.defaultLang).toBe("en_US");
  expect(main.list.map(({ lang }) => lang).toSorted()).toEqual(languages.map(({ lang }) => lang).toSorted());
  expect(main.list.find(({ lang }) => lang === "fa_IR")).toMatchObject({
    tag: "fa-IR",
    name: "فارسی",
    direction: "rtl",
  });
  const brazil = await valueOf(visitor({ site: "BR" }).call("langList", {}));
  expect([brazil.defaultLang, brazil.list[0]!.lang]).toEqual(["pt_BR", "pt_BR"]);
});

test("[S7.41] a user's language is kept, the last choice counts, and nobody chooses for nobody", async () => {
  const client = await alice();
  await valueOf(client.call("changeLanguage", { lang: "de_DE" }));
  await valueOf(client.call("changeLanguage", { lang: "tr_TR" }));
  const { rows } = await sql`select uid::int as uid, lang from content.user_languages`.execute(world.owner.db);
  expect(rows).toEqual([{ uid: 1001, lang: "tr_TR" }]);
  expect(await visitor().call("changeLanguage", { lang: "de_DE" })).toMatchObject({ refusal: "LOGIN_INVALID" });
  expect(await client.call("changeLanguage", { lang: "zh_CN" as never })).toMatchObject({ refusal: "REQUEST_INVALID" });
});

test("[S3.58] currency rates are exact text, with the time they were told", async () => {
  const { list } = await valueOf(visitor().call("currencyRates", {}));
  expect(list[0]).toEqual({ name: "USD", symbol: "$", rate: "1", updatedAt: expect.any(Number) });
  expect(list.find(({ name }) => name === "VND")).toMatchObject({ symbol: "₫", rate: "25390" });
  expect(list.find(({ name }) => name === "BRL")!.rate).toBe("5.4218");
});

test("[S7.55 S7.56] an app is told of a newer version, and a kind without one that it is coming soon", async () => {
  const ask = { versionName: "0.0.0", type: "android" } as const;
  const word = await valueOf(visitor().call("checkPublicVersion", ask));
  expect(word).toMatchObject({ versionName: "1.0.0", isNewer: true, isRequired: true });
  expect(word.downUrl).toMatch(/\.apk$/);
  expect(await valueOf((await alice()).call("checkVersion", ask))).toEqual(word);
  expect(await visitor().call("checkVersion", ask)).toMatchObject({ refusal: "LOGIN_INVALID" });
  expect(await visitor().call("checkPublicVersion", { ...ask, type: "ios" })).toMatchObject({
    code: refusals.NO_APP_VERSION.code,
    message: "Coming soon",
  });
});

test("[S7.33 S7.34] a trial's variant belongs to the device, and to the user on all his devices", async () => {
  const name = "register-bonus-popup";
  const ofDevice = async (device: string) => (await valueOf(visitor({}, device).call("checkPublicStrategy", {})))[name];
  const devices = Array.from({ length: 20 }, (_, i) => `device-${i}`);
  const first = await Promise.all(devices.map(ofDevice));
  expect(new Set(first)).toEqual(new Set(["on", "off"]));
  expect(await Promise.all(devices.map(ofDevice))).toEqual(first);
  const [here, there] = await Promise.all([alice("device-1"), alice("device-2")]);
  expect(await valueOf(here.call("checkStrategy", {}))).toEqual(await valueOf(there.call("checkStrategy", {})));
  await sql`update content.strategies set is_running = false`.execute(world.owner.db);
  expect(await valueOf(here.call("checkStrategy", {}))).toEqual({});
});

test("[S3.62 S3.63 S3.64 S3.65] flags follow the address and, before it, what was decided about the user", async () => {
  const off = { koreaIP: false, p2pWhite: false, kycWhite: false, koreanWhite: false };
  expect(await valueOf(visitor().call("whitelist", {}))).toEqual(off);
  expect(await valueOf(visitor(inKorea).call("whitelist", {}))).toEqual({ ...off, koreaIP: true, koreanWhite: true });
  const client = await alice();
  expect(await valueOf(client.call("whitelist", {}))).toEqual(off);
  await sql`insert into content.user_flags values (1001, 'p2pWhite', true), (1001, 'kycWhite', true)`.execute(
    world.owner.db,
  );
  expect(await valueOf(client.call("whitelist", {}))).toEqual({ ...off, p2pWhite: true, kycWhite: true });
});

test("[S3.66] only the Korean site asks for the receiving provider", async () => {
  expect(await valueOf(visitor({ site: "KO" }).call("vaspInfo", {}))).toEqual({ vaspSwitch: true, lang: "ko_KR" });
  expect(await valueOf(visitor().call("vaspInfo", {}))).toEqual({ vaspSwitch: false, lang: "" });
});

test("[D.43] a device gets a fingerprint token of ours, of the length of its kind", async () => {
  const ask = { visitor: "0123456789abcdef0123456789abcdef", kind: "web" } as const;
  const { token } = await valueOf(visitor().call("fingerprintToken", ask));
  expect(readFingerprint(token, "development")).toMatchObject({ kind: "web" });
  expect((await valueOf(visitor().call("fingerprintToken", { ...ask, kind: "app" }))).token.length).toBe(72);
});

const line = { path: "/market/v2/depth", startedAt: 1, ms: 3, result: "success", code: 200, message: "" } as const;

async function untilLogged(count: number): Promise<Record<string, unknown>[]> {
  for (let left = 100; ; left -= 1) {
    const { rows } = await sql<Record<string, unknown>>`
      select uid::int as uid, device_id, site, path, ms, code, message, body from content.request_log order by id`.execute(
      world.owner.db,
    );
    if (rows.length >= count || left === 0) return rows;
    await systemTime.sleep(50);
  }
}

test("pages report their calls in bounded batches, without secrets, and at a bounded rate", async () => {
  const client = await alice("device-7");
  const reported = { ...line, path: "/api/order", message: "x\0", body: '{"emailCode":"123456"}' };
  expect(await valueOf(client.call("requestLog", { lines: [line, reported] }))).toEqual({ taken: 2 });
  const whence = { uid: 1001, device_id: "device-7", site: "MAIN" };
  expect(await untilLogged(2)).toEqual([
    { ...whence, path: "/market/v2/depth", ms: 3, code: 200, message: "", body: "" },
    { ...whence, path: "/api/order", ms: 3, code: 200, message: "x", body: '{"emailCode":""}' },
  ]);
  const secret = { ...line, path: "/user/login", body: "{}" };
  expect(await client.call("requestLog", { lines: [secret] })).toMatchObject({ refusal: "REQUEST_INVALID" });
  const many = Array.from({ length: 51 }, () => line);
  expect(await client.call("requestLog", { lines: many })).toMatchObject({ refusal: "REQUEST_INVALID" });
  const flood = await Promise.all(Array.from({ length: 20 }, () => client.call("requestLog", { lines: [line] })));
  expect(flood.filter((outcome) => !outcome.ok && outcome.refusal === "TOO_MANY_REQUESTS").length).toBeGreaterThan(8);
});

test("the request log forgets what is old and what is too much", async () => {
  const store = contentStore(world.owner.db);
  await sql`truncate content.request_log`.execute(world.owner.db);
  const at = (ms: number) => ({ ...line, body: "", at: ms, uid: 0, deviceId: "", site: "MAIN" }) as const;
  await store.keepLines([at(1), at(2), ...Array.from({ length: 10 }, (_, i) => at(1_000 + i))]);
  await store.forgetLines(100, 4, 1_000);
  const { rows } = await sql`select at::int as at from content.request_log order by id`.execute(world.owner.db);
  expect(rows).toEqual([{ at: 1_006 }, { at: 1_007 }, { at: 1_008 }, { at: 1_009 }]);
});

test("a database that does not answer costs lines, never a page's time", async () => {
  const log = createLog("test");
  log.level = "silent";
  const away = openDatabase("postgres://postgres@127.0.0.1:1/nowhere", 1, 200);
  const rules = { linesWaitingMax: 3, linesKeptMax: 10, linesKeptMs: 1_000 };
  const requestLog = openRequestLog(contentStore(away.db), rules, systemTime, log);
  const from = { ip: "", lang: "en_US", site: "MAIN", deviceId: "" } as const;
  const before = performance.now();
  expect(
    requestLog.take(
      Array.from({ length: 9 }, () => ({ ...line, body: "" })),
      { uid: 0, from, core: "main" },
    ),
  ).toBe(3);
  expect(performance.now() - before).toBeLessThan(50);
  await requestLog.close();
  await away.close();
});

test("the running process may touch its own rows and nothing of the journal's", async () => {
  const running = openDatabase(urlAs(platformRole, world.database.url), 1);
  try {
    await expect(sql`create table content.more (id int)`.execute(running.db)).rejects.toThrow("permission denied");
    await sql`create schema journal`.execute(world.owner.db);
    await sql`create table journal.journal (id int)`.execute(world.owner.db);
    await expect(sql`select * from journal.journal`.execute(running.db)).rejects.toThrow("permission denied");
    await sql`update content.vasp set is_on = is_on`.execute(running.db);
  } finally {
    await running.close();
  }
});

test("in production it refuses to run with a role that can read the journal", async () => {
  const certificate = localCertificate();
  const { cert, key } = certificate;
  const nats = await startNats(`port: 4222\ntls { cert_file: "${cert}", key_file: "${key}" }\n`);
  const production = {
    TIDEMARK_MODE: "production",
    NATS_URL: `tls://${nats.address}`,
    NATS_CA: cert,
    // Of nobody: this server has no users.
    NATS_SEED: "SUAMIOSYPVLX6E3UR7DWYETLTNBXBS7HZOPTBYT2ZWBP5RU3HOG3ACY7GQ",
    CORE_NAME: `${core}-production`,
    BUS_KEYS: ["platform_rpc", "platform"].map((name, i) => `${name}=${String(i + 7).repeat(64)}`).join(","),
    CORE_PUBLIC_KEYS: `core-a=${"9".repeat(64)}`,
    FINGERPRINT_SECRET: "4".repeat(64),
    REGION_DATABASE: developmentRegions,
    REGION_UNKNOWN: "denied",
    SESSION_SIGNING_KEY: "1".repeat(64),
    IDENTITY_SECRET: "2".repeat(64),
    API_KEY_SECRET: "3".repeat(64),
    WITHDRAWAL_NETWORKS: "none",
    WITHDRAWAL_INTENT_KEY: "5".repeat(64),
    KYC_MASTER_KEY: "8".repeat(64),
    KYC_STORE: "off",
    WITHDRAWAL_APPROVERS: `olivia=${"6".repeat(64)},oscar=${"7".repeat(64)}`,
    ROBOT_CHECKS: "altcha",
    SMTP_URL: "smtp://127.0.0.1:1",
    MAIL_FROM: "Tidemark <no-reply@tidemark.example>",
    SMS_URL: "http://127.0.0.1:1",
    SMS_ACCOUNT: "account",
    SMS_TOKEN: "token",
    PLATFORM_PORT: "0",
  };
  const start = (url: string): Promise<StartedService> =>
    startService(mainOf("platform"), { ...production, POSTGRES_URLS: url }, "answering");
  try {
    await expect(start(world.database.url)).rejects.toThrow("this role can read the journal");
    const running = await start(urlAs(platformRole, world.database.url));
    expect(await running.end("SIGTERM")).toBe(0);
  } finally {
    await nats.end();
    certificate.remove();
  }
});

// From here on things are ended, so these come last and in this order.
test("without the platform its calls are busy at once, the gateway lives on, and a new platform is found by itself", async () => {
  const signedIn = await alice();
  await world.platform.end("SIGKILL");
  const busyAfterMs = async (): Promise<number> => {
    const before = performance.now();
    expect(await visitor().call("langList", {})).toMatchObject({ refusal: "BUSY" });
    return performance.now() - before;
  };
  try {
    // A call before the bus has noticed times out; later ones are refused at once.
    if ((await busyAfterMs()) >= 1_000) expect(await busyAfterMs()).toBeLessThan(1_000);
    const response = await fetch(`${url()}/configs/web-main.json`);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toMatchObject({ code: refusals.BUSY.code });
    // Who is signed in is known by the gateway alone: what needs a session gets as far as a core, of which there is none here.
    expect(await signedIn.call("openOrders", {})).toMatchObject({ refusal: "BUSY" });
  } finally {
    world.platform = await startPlatform(world.database.url);
  }
  expect(await visitor().call("langList", {})).toMatchObject({ ok: true });
});

test("a platform that is told to stop writes what it was told and leaves in good order", async () => {
  await sql`truncate content.request_log`.execute(world.owner.db);
  const response = await fetch(`http://127.0.0.1:${String(world.platform.ready.port)}/health`);
  expect(await response.json()).toEqual({ ready: true });
  expect(await visitor().call("requestLog", { lines: [line] })).toMatchObject({ ok: true });
  expect(await world.platform.end("SIGTERM")).toBe(0);
  expect((await untilLogged(1)).length).toBe(1);
  world.platform = await startPlatform(world.database.url);
});

test("a database that is too slow makes a call busy while the gateway still listens, and only that call", async () => {
  await world.owner.db.transaction().execute(async (tx) => {
    await sql`lock table content.site_languages in access exclusive mode`.execute(tx);
    const [slow, other] = await Promise.all([visitor().call("langList", {}), visitor().call("vaspInfo", {})]);
    expect(slow).toMatchObject({ refusal: "BUSY" });
    expect(other).toMatchObject({ ok: true });
  });
  expect(await visitor().call("langList", {})).toMatchObject({ ok: true });
});
