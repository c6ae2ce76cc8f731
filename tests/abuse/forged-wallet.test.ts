import {
  approvedWithdrawals,
  calls,
  defaultSite,
  sessionQuestion,
  success,
  type WalletReport,
  walletReport,
} from "@tidemark/contracts";
import {
  type Bus,
  type BusService,
  connectBus,
  developmentAccess,
  type KeyName,
  openDatabase,
  openReply,
  type RpcName,
  sealQuestion,
  sealsOf,
  subjects,
  systemClock,
} from "@tidemark/kit-node";
import { startNats, type StartedNats } from "@tidemark/kit-testing";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Exchange, throwAwayExchange } from "../../tools/dev/exchange.ts";
import { developmentConfig } from "../../tools/bus/server-config.ts";

// A bus whose users are services with keys of their own, a platform that answers there, and somebody who has taken over a gateway.
let nats: StartedNats;
let exchange: Exchange;
let database: ReturnType<typeof openDatabase>;
const buses: Bus[] = [];
const seals = sealsOf("", "development");

beforeAll(async () => {
  nats = await startNats(developmentConfig());
  exchange = await throwAwayExchange({ natsUrl: `nats://${nats.address}` });
  database = openDatabase(exchange.databaseUrl, 1);
}, 120_000);
afterAll(async () => {
  for (const bus of buses) await bus.close();
  await database?.close();
  await exchange?.remove();
  await nats?.end();
});

async function connectAs(service: BusService): Promise<Bus> {
  const bus = await connectBus(`nats://${nats.address}`, "forger", developmentAccess(service, exchange.core));
  buses.push(bus);
  return bus;
}

type Asking = { readonly as: Bus; readonly to: RpcName; readonly key: KeyName };

/** The code of the platform's answer; `silence` where none comes that is sealed by the key; or what the server says. */
async function asked(call: string, ask: object, { as, to, key }: Asking): Promise<number | string> {
  const seal = seals.of(key)!;
  const from = { ip: "127.0.0.1", lang: "en_US", site: defaultSite, deviceId: "" } as const;
  const asker = { by: "user", sender: "wallet-forged", seal } as const;
  const question = sealQuestion({ call, uid: 0, ask, from }, asker, systemClock.now());
  try {
    const reply = await as.request(subjects(exchange.core).rpc(to), question, 1_000);
    return openReply(reply, question, seal)?.code ?? "silence";
  } catch (error) {
    return /permission/i.test(String(error)) ? "refused by the server" : "silence";
  }
}

const forged: WalletReport = {
  halts: [{ asset: "USDT", reason: "FORGED", since: 1 }],
  payments: [],
  networks: [],
};

async function stored(): Promise<string> {
  const { rows } = await sql<{ report: unknown }>`select report from withdrawals.wallet_report`.execute(database.db);
  return JSON.stringify(rows);
}

test("H4: a gateway's key neither reports in the wallet's place nor reads what is approved for it, where gateways ask and where the wallet does", async () => {
  const gateway = await connectAs("gateway");
  for (const [call, ask] of [
    [walletReport.name, forged],
    [approvedWithdrawals.name, { ids: [1] }],
  ] as const) {
    expect([call, await asked(call, ask, { as: gateway, to: "platform", key: "platform_rpc" })]).toEqual([call, 40400]);
    for (const key of ["platform_rpc", "wallet_asks"] as const)
      expect([call, await asked(call, ask, { as: gateway, to: "wallet_asks", key })]).toEqual([
        call,
        "refused by the server",
      ]);
  }
  expect(await stored()).not.toContain("FORGED");
});

test("H4: the wallet's key asks at its own subject alone, under the key that it shares with the platform; nobody else hears it", async () => {
  const [wallet, gateway] = [await connectAs("wallet"), await connectAs("gateway")];
  const subject = subjects(exchange.core).rpc("wallet_asks");
  let overheard = 0;
  gateway.subscribe(subject, () => void (overheard += 1), "wallet_asks");
  const report: WalletReport = { ...forged, halts: [{ asset: "USDT", reason: "DEFICIT", since: 1 }] };
  const ask = (call: string, facts: object, to: RpcName, key: KeyName) => asked(call, facts, { as: wallet, to, key });
  expect(await ask(walletReport.name, report, "wallet_asks", "wallet_asks")).toBe(success);
  expect(await ask(approvedWithdrawals.name, { ids: [1] }, "wallet_asks", "wallet_asks")).toBe(success);
  expect(await ask(sessionQuestion.name, {}, "wallet_asks", "wallet_asks")).toBe(success);
  expect(await stored()).toContain("DEFICIT");
  for (const key of ["platform_rpc", "wallet_rpc", "console_rpc"] as const)
    expect([key, await ask(walletReport.name, forged, "wallet_asks", key)]).toEqual([key, "silence"]);
  // It is no gateway any more: it can neither ask as a user nor see what operators do.
  for (const to of ["platform", "console"] as const)
    expect([to, await ask(calls.userInfo.name, {}, to, "wallet_asks")]).toEqual([to, "refused by the server"]);
  expect([overheard, await stored()]).toEqual([0, expect.not.stringContaining("FORGED")]);
});
