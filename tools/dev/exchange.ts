import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "@tidemark/kit-node";
import { developmentRegions, ensurePlatformRole, migratePlatform, platformRole } from "@tidemark/platform";
import pg from "pg";
import { openIdMain } from "../../tests/peers/openid.ts";
import { identityProviderMain } from "../../tests/peers/identity-provider.ts";
import { pushServiceMain } from "../../tests/peers/push-service.ts";
import { s3Main } from "../../tests/peers/s3.ts";
import { seedBotKeys } from "./bots.ts";
import { type ConsoleWish, startConsole } from "./processes/console-process.ts";
import { type CoreLink, linkCore } from "./core-link.ts";
import { prepareCore, startCore, urlsAs } from "./processes/core-processes.ts";
import { sendFixedPrices } from "./prices/fixed-prices.ts";
import { seedFlags } from "./flags.ts";
import { seedPastCandles } from "./prices/past-candles.ts";
import { seedRegistration, seedTasks } from "./seed/campaigns.ts";
import { seedLevels, seedPeople } from "./seed/people.ts";
import { kycPeersOf } from "./processes/kyc-peers.ts";
import { publicKeysOf } from "./processes/node-names.ts";
import { mailboxOf, pushOf, oauthProvidersOf } from "./processes/peer-settings.ts";
import { freePort } from "./processes/ports.ts";
import { type Listener, run, type Running } from "./processes/processes.ts";
import { root } from "./processes/root.ts";
import { seed, type Seeded } from "./seed/seed.ts";
import { simulatedNames, simulatedNodes, startSimulated } from "./simulated.ts";
import { oracleProcess, simulatedPrices } from "./prices/simulated-prices.ts";
import { type ChainWish, startWallet } from "./chains/wallet-process.ts";

export type ExchangeWish = {
  /** A database of its own on this server, e.g. postgres://postgres@127.0.0.1:5432. */
  readonly postgresUrl: string;
  readonly natsUrl: string;
  /** Where the gateways count together; the usual one where it is not said. */
  readonly redisUrl?: string;
  readonly database: string;
  /** Which subjects of the bus are this exchange's: two exchanges on one bus need two names. */
  readonly core: string;
  /** One gateway per port; 0 finds a free one. */
  readonly gatewayPorts: readonly number[];
  /** Core nodes: the first to be elected leads, the others follow. */
  readonly nodes: number;
  /** The built web app for the gateways to serve; without it they serve calls alone. */
  readonly webDirectory?: string;
  /** `simulated`: an oracle that reads simulated exchanges; `fixed`: the listing's prices, for ever; `none`: no index at all. */
  readonly prices: "simulated" | "fixed" | "none";
  /** Settings of the simulated exchanges, e.g. another seed or a crash. */
  readonly priceEnv?: Readonly<Record<string, string>>;
  /** A fresh database begins with candles of ninety simulated days. */
  readonly hasPast?: boolean;
  /** Campaigns run that give coupons for tasks and invitations. */
  readonly hasTasks?: boolean;
  /** Settings of the gateways beyond the usual, e.g. higher rates for a load. */
  readonly gatewayEnv?: Readonly<Record<string, string>>;
  /** Settings of the cores beyond the usual, e.g. more frequent snapshots. */
  readonly coreEnv?: Readonly<Record<string, string>>;
  /** Settings of the platform beyond the usual. */
  readonly platformEnv?: Readonly<Record<string, string>>;
  /** The port of the object store for pictures of documents, 0 finds a free one, and a provider that looks at them; without it none are taken. */
  readonly pictureStorePort?: number;
  /** The operators' console; without it there is none. */
  readonly console?: ConsoleWish;
  /** Chains for a wallet to read deposits from, which may still be starting; without them there is none. */
  readonly chain?: ChainWish | Promise<ChainWish>;
  /** The port of the page that shows mails and text messages, 0 finds a free one; without it nobody sends any. */
  readonly mailboxPort?: number;
  /** The port of a push service of browsers, 0 finds a free one; without it no pushes are offered. */
  readonly pushPort?: number;
  /** Offers Google and Apple, played by this machine; they send people back to the page's address, or to the first gateway's. */
  readonly oauthProviders?: { readonly pageUrl?: string };
  /** A simulated exchange beside it, with a gateway at this port; 0 finds a free one. */
  readonly simulated?: { readonly gatewayPort: number };
  /** How often it publishes what is owed; without it nobody does. */
  readonly fundsProofSeconds?: number;
  /** Where snapshots lie. */
  readonly folder: string;
  /** A second PostgreSQL that is a synchronous standby of the first: then every acknowledgement waits for it. */
  readonly standbyUrl?: string;
  /** Throws the journal away before the start. */
  readonly isFresh: boolean;
  readonly onLine: Listener;
};

export type Simulated = {
  readonly url: string;
  readonly core: string;
  readonly databaseUrl: string;
  readonly link: CoreLink;
};

export type Exchange = {
  /** The gateways' addresses. */
  readonly urls: readonly string[];
  readonly url: string;
  /** Where mails and text messages are shown, if anybody sends them. */
  readonly mailboxUrl: string | undefined;
  /** Where pushes to browsers arrive, if any are sent. */
  readonly pushUrl: string | undefined;
  readonly databaseUrl: string;
  /** Settings by which operators read the pictures of documents. */
  readonly kycEnv: Readonly<Record<string, string>>;
  readonly core: string;
  readonly link: CoreLink;
  readonly seeded: Seeded;
  readonly simulated: Simulated | undefined;
  /** Where the simulated venues answer, if there are any. */
  readonly pricesUrl: string | undefined;
  /** By name: core-a, core-b, …, projector, platform, prices, oracle, gateway-1, …; simul-core-a, …; what a test may kill. */
  readonly processes: ReadonlyMap<string, Running>;
  stop(): Promise<void>;
  /** Stops and removes the database and the snapshots. */
  remove(): Promise<void>;
};

/** The journal replays to another state than it says: it was written by another version of the engine. */
export class ContradictedJournal extends Error {
  constructor(database: string) {
    super(`The journal in ${database} was written by another version of the engine: replayed, it gives another state.`);
  }
}

const readyWaitMaxMs = 120_000;
const gatewayMain = join(root, "services/gateway/src/main.ts");
const platformMain = join(root, "services/platform/src/main.ts");
/** Nobody but ourselves is asked whether somebody is a robot. */
const robotChecks = "altcha";
const mailboxMain = join(root, "tests/peers/mailbox.ts");

/** The platform counts the same allowances again: what is raised at the gateways is raised there too. */
const ratesOf = (env: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith("RATE_")));

async function dropDatabase(postgresUrl: string, database: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${postgresUrl}/postgres` });
  await client.connect();
  try {
    await client.query(`drop database if exists "${database.replaceAll('"', "")}" with (force)`);
  } finally {
    await client.end();
  }
}

async function untilAnswered(
  what: string,
  isThere: () => Promise<boolean>,
  check = (): void => undefined,
): Promise<void> {
  const giveUpAt = systemClock.steady() + readyWaitMaxMs;
  for (;;) {
    check();
    if (await isThere().catch(() => false)) return;
    if (systemClock.steady() > giveUpAt) throw new Error(`${what} was not ready within ${readyWaitMaxMs / 1000} s`);
    await systemClock.sleep(50);
  }
}

const isHealthy = async (url: string): Promise<boolean> => (await fetch(`${url}/health`)).ok;

/** All processes of one exchange, ready to trade. What fails on the way ends what was started. */
export async function startExchange(wish: ExchangeWish): Promise<Exchange> {
  const { postgresUrl, natsUrl, core } = wish;
  const databaseUrl = `${postgresUrl}/${wish.database}`;
  const processes = new Map<string, Running>();
  const links: CoreLink[] = [];
  let fixedPrices: { stop(): void } | undefined;
  let isContradicted = false;
  const onLine: Listener = (name, line) => {
    if (/"(fault|why)":"contradicted"/.test(line)) isContradicted = true;
    wish.onLine(name, line);
  };
  const start = (name: string, main: string, env: Record<string, string>): void =>
    void processes.set(
      name,
      run({ name, command: process.execPath, args: [main], env, cwd: root, isRevived: true }, onLine),
    );

  async function stop(): Promise<void> {
    fixedPrices?.stop();
    // Gateways first, then the other processes, so that no request meets one that has ended. The cores together, so that none takes over.
    const [gateways, others] = [[] as Running[], [] as Running[]];
    for (const [name, running] of processes) (name.includes("gateway") ? gateways : others).push(running);
    await Promise.all(gateways.map((running) => running.stop()));
    await Promise.all(others.map((running) => running.stop()));
    for (const link of links) await link.close();
  }

  /** A leader, and a follower where there is to be one. */
  async function linkTo(name: string, nodes: number): Promise<CoreLink> {
    const link = await linkCore(natsUrl, name);
    links.push(link);
    await untilAnswered(`the leader of ${name}`, async () => link.epoch > 0, check);
    if (nodes > 1) await link.hearFollower(readyWaitMaxMs);
    return link;
  }
  const check = (): void => {
    if (isContradicted) throw new ContradictedJournal(wish.database);
  };

  try {
    if (wish.isFresh) await sweep(wish);
    mkdirSync(wish.folder, { recursive: true });
    await prepareCore(databaseUrl);
    await ensurePlatformRole(databaseUrl);
    await migratePlatform(databaseUrl);
    await seedPeople(databaseUrl);
    await seedLevels(databaseUrl);
    await seedBotKeys(databaseUrl);
    await seedRegistration(databaseUrl);
    if (wish.hasTasks === true) await seedTasks(databaseUrl);
    await seedFlags(databaseUrl);
    if (wish.hasPast === true) await seedPastCandles(databaseUrl, systemClock.now(), wish.priceEnv);
    const databaseUrls =
      wish.standbyUrl === undefined ? [databaseUrl] : [databaseUrl, `${wish.standbyUrl}/${wish.database}`];
    const { coreEnv: env = {}, folder, nodes, fundsProofSeconds } = wish;
    const coreKeys = publicKeysOf(core, nodes, fundsProofSeconds !== undefined);
    const proof = fundsProofSeconds === undefined ? {} : { fundsProofSeconds };
    startCore(start, { core, databaseUrls, natsUrl, nodes, folder, prefix: "", env, ...proof });
    const ports = await Promise.all(wish.gatewayPorts.map(async (port) => (port === 0 ? freePort() : port)));
    const healthPort = await freePort();
    const simulatedSettings = await simulatedSettingsOf(wish);
    const oauthProviders = await oauthProvidersOf(wish, `http://127.0.0.1:${ports[0]}`);
    if (oauthProviders !== undefined) start("openid", openIdMain, oauthProviders.own);
    const mailbox = await mailboxOf(wish);
    if (mailbox !== undefined) start("mailbox", mailboxMain, mailbox.own);
    const push = await pushOf(wish);
    if (push !== undefined) start("push-service", pushServiceMain, push.own);
    const prices = wish.prices === "simulated" ? simulatedPrices(wish, await freePort(), await freePort()) : undefined;
    for (const { name, main, env: own } of prices?.processes ?? []) start(name, main, own);
    const kyc = await kycPeersOf(wish);
    if (kyc !== undefined) {
      start("s3", s3Main, kyc.store);
      start("identity-provider", identityProviderMain, kyc.provider);
    }
    start("platform", platformMain, {
      NODE_COMPILE_CACHE: join(root, ".cache/compile"),
      NATS_URL: natsUrl,
      CORE_NAME: core,
      CORE_PUBLIC_KEYS: coreKeys,
      SIMULATED_CORE_NAME: simulatedSettings?.core ?? "",
      SIMULATED_CORE_PUBLIC_KEYS:
        simulatedSettings === undefined ? "" : publicKeysOf(simulatedSettings.core, simulatedNodes),
      POSTGRES_URLS: urlsAs(platformRole, databaseUrls),
      PLATFORM_PORT: String(healthPort),
      REGION_DATABASE: developmentRegions,
      ROBOT_CHECKS: robotChecks,
      OPERATOR_CALLS: "on",
      // Long enough to be seen, and no minute.
      REOPEN_AFTER_MS: "1500",
      // A browser of a test is always a new device.
      SIGN_IN_NEW_DEVICE: "notice",
      ...mailbox?.platform,
      ...push?.platform,
      ...kyc?.platform,
      ...oauthProviders?.platform,
      ...prices?.platformEnv,
      ...ratesOf(wish.gatewayEnv),
      ...wish.platformEnv,
    });
    const walletPort = await freePort();
    if (wish.chain !== undefined)
      await startWallet(start, {
        chain: await wish.chain,
        core,
        coreKeys,
        natsUrl,
        databaseUrl,
        port: walletPort,
        env: ratesOf(wish.gatewayEnv),
      });
    if (wish.console !== undefined) await startConsole(start, { console: wish.console, core, natsUrl, databaseUrl });
    const gatewayEnv = {
      NATS_URL: natsUrl,
      ...(wish.redisUrl === undefined ? {} : { REDIS_URL: wish.redisUrl }),
      WEB_DIRECTORY: wish.webDirectory ?? "",
      ROBOT_CHECKS: robotChecks,
      OWNER_URLS: `platform=http://127.0.0.1:${healthPort}`,
      // All gateways of an exchange must read each other's proofs.
      PROOF_SECRET: `development ${core}`,
      // Exchanges on one Redis do not count each other's sign-ins; the simulated one counts with its real one.
      COUNTERS_NAME: `tm:${core}`,
      ...wish.gatewayEnv,
      PAGE_API_ORIGINS: [wish.gatewayEnv?.PAGE_API_ORIGINS ?? [], simulatedSettings?.url ?? []].flat().join(","),
    };
    if (simulatedSettings !== undefined) {
      const seedHistory = async (url: string): Promise<void> => {
        if (wish.hasPast === true) await seedPastCandles(url, systemClock.now(), wish.priceEnv);
      };
      await startSimulated(start, { ...simulatedSettings, natsUrl, gatewayMain, gatewayEnv, seedHistory });
      // Both exchanges read the same venues.
      if (prices !== undefined) {
        const { main, env: own } = oracleProcess(
          { natsUrl, core: simulatedSettings.core },
          prices.url,
          await freePort(),
        );
        start("simul-oracle", main, own);
      }
    }
    for (const [i, port] of ports.entries())
      start(`gateway-${i + 1}`, gatewayMain, {
        ...gatewayEnv,
        CORE_NAME: core,
        CORE_PUBLIC_KEYS: coreKeys,
        GATEWAY_PORT: String(port),
      });
    const link = await linkTo(core, wish.nodes);
    const seeded = await seed(link);
    const simulated =
      simulatedSettings === undefined
        ? undefined
        : { ...simulatedSettings, link: await linkTo(simulatedSettings.core, 1) };
    // People of the simulated exchange are refilled; bots have their money from here.
    if (simulated !== undefined) await seed(simulated.link, []);
    if (wish.prices === "fixed") fixedPrices = sendFixedPrices(links);
    const urls = ports.map((port) => `http://127.0.0.1:${port}`);
    const gateways = simulated === undefined ? urls : [...urls, simulated.url];
    await untilAnswered("a gateway", async () => (await Promise.all(gateways.map(isHealthy))).every(Boolean));
    await untilAnswered("the platform", () => isHealthy(`http://127.0.0.1:${healthPort}`));
    if (wish.chain !== undefined) await untilAnswered("the wallet", () => isHealthy(`http://127.0.0.1:${walletPort}`));
    if (wish.console !== undefined)
      await untilAnswered("the console", () => isHealthy(`http://127.0.0.1:${wish.console!.port}`));
    if (prices !== undefined) await untilAnswered("the oracle", () => isHealthy(prices.oracleUrl));
    const history = { call: "market.trades", uid: 0, ask: { symbol: "BTC/USDT" } };
    for (const one of links)
      await untilAnswered("the projector", async () => (await one.ask("history", history)).code === 200);
    return {
      urls,
      url: urls[0]!,
      mailboxUrl: mailbox?.url,
      pushUrl: push?.url,
      pricesUrl: prices?.url,
      databaseUrl,
      kycEnv: kyc?.reading ?? {},
      core,
      link,
      seeded,
      simulated,
      processes,
      stop,
      async remove() {
        await stop();
        await sweep(wish);
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The names and the port of the simulated exchange, if there is to be one. */
async function simulatedSettingsOf({ postgresUrl, simulated, ...wish }: ExchangeWish) {
  if (simulated === undefined) return undefined;
  const { core, database, folder } = simulatedNames(wish);
  const gatewayPort = simulated.gatewayPort === 0 ? await freePort() : simulated.gatewayPort;
  const url = `http://127.0.0.1:${gatewayPort}`;
  return { core, databaseUrl: `${postgresUrl}/${database}`, folder, gatewayPort, url };
}

async function sweep(wish: ExchangeWish): Promise<void> {
  const { postgresUrl, database, folder } = wish;
  // Both or none: the numbers of the refills belong to the simulated journal.
  for (const name of [database, simulatedNames(wish).database]) await dropDatabase(postgresUrl, name);
  rmSync(folder, { recursive: true, force: true });
}

/** The pace at which one address may ask, for tests and measurements that come from one and open page after page. */
export const manyVisitors = { RATE_READ_PER_SECOND: "1000" };

/** An exchange of its own for one test: own database, own subjects, free ports, nothing shared but the servers. */
export async function throwAwayExchange(changes: Partial<ExchangeWish> = {}): Promise<Exchange> {
  const name = `test-${randomBytes(5).toString("hex")}`;
  const wish: ExchangeWish = {
    postgresUrl: "postgres://postgres@127.0.0.1:5432",
    natsUrl: "nats://127.0.0.1:4222",
    database: name.replace("-", "_"),
    core: name,
    gatewayPorts: [0],
    nodes: 2,
    prices: "fixed",
    folder: join(root, ".run", name),
    isFresh: false,
    onLine: () => undefined,
    ...changes,
  };
  try {
    return await startExchange(wish);
  } catch (error) {
    await sweep(wish);
    throw error;
  }
}
