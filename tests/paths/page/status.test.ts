import { operatorRoles, type StatusComponent } from "@tidemark/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Exchange, throwAwayExchange } from "../../../tools/dev/exchange.ts";
import { signIn, type Trader } from "../../../tools/dev/trader.ts";
import { type ConsoleWorld, openConsoleWorld, openOperator, type Operator } from "../console/console-world.ts";
import { good, until } from "../support/traders.ts";

// What the status page says follows from what happens to the exchange: a market is stopped, and all processes of the core end.
const symbol = "BTC/USDT";
const reason = "the sources of the index disagree";
let exchange: Exchange;
let console: ConsoleWorld;
let olivia: Operator;
let oscar: Operator;
let alice: Trader;

beforeAll(async () => {
  exchange = await throwAwayExchange({ platformEnv: { REOPEN_AFTER_MS: "1000" } });
  console = await openConsoleWorld({ CORE_NAME: exchange.core }, { url: exchange.databaseUrl });
  olivia = await openOperator(console, "olivia", operatorRoles);
  oscar = await openOperator(console, "oscar", operatorRoles);
  alice = await signIn(exchange.url, "alice", "alice");
}, 180_000);
afterAll(async () => {
  await console?.close();
  await exchange?.remove();
});

const status = async () => good(await alice.client.call("systemStatus", {}));
const lineOf = async (wanted: StatusComponent) =>
  (await status()).components.find(({ component }) => component === wanted);
const incidentsOf = async (wanted: StatusComponent) =>
  (await status()).incidents.filter(({ component }) => component === wanted);
const untilState = (component: StatusComponent, state: string) =>
  until(async () => (await lineOf(component))?.state === state, 45_000);

test("[U.67] a running exchange is operational, and what no wallet reports is not shown", async () => {
  for (const component of ["SPOT", "DERIVATIVES", "MARKET_DATA", "ACCOUNT", "MESSAGES", "API"] as const)
    await untilState(component, "OPERATIONAL");
  const { components, measuredAt, at, figures } = await status();
  expect(components.map(({ component }) => component)).not.toContain("DEPOSITS");
  expect(components.map(({ component }) => component)).not.toContain("SIMULATED");
  expect(at - measuredAt!).toBeLessThan(15_000);
  expect(figures.answerMs).not.toBeNull();
  // A second measurement makes it a time.
  await until(async () => (await lineOf("SPOT"))?.days.at(-1)?.uptime === 1, 20_000);
}, 60_000);

test("[U.69] a gateway's open sockets and requests arrive at the console's system page", async () => {
  alice.socket();
  const gateways = async () => good(await olivia.client.call("systemState", {})).gateways;
  await until(async () => (await gateways())[0]?.sockets === 1, 20_000);
  expect(await gateways()).toMatchObject([{ exchange: "REAL", sockets: 1 }]);
  await until(async () => (await status()).figures.sockets === 1);
  alice.close();
  await until(async () => (await gateways())[0]?.sockets === 0, 20_000);
}, 60_000);

async function setStatus(to: "CANCEL_ONLY" | "TRADING"): Promise<void> {
  const ask = { symbol, status: to, liquidates: false, reason } as const;
  const { id, state } = good(await olivia.client.call("setMarketStatus", ask));
  if (state === "WAITING") await until(async () => (await oscar.client.call("approveProposal", { id })).ok, 15_000);
}

test("[U.67] a market that is stopped is named while it is, and its incident ends when it trades again", async () => {
  await setStatus("CANCEL_ONLY");
  await untilState("SPOT", "DEGRADED");
  const affected = [{ part: symbol, problem: "CANCEL_ONLY" }];
  expect(await lineOf("SPOT")).toMatchObject({ affected });
  expect((await lineOf("DERIVATIVES"))?.state).toBe("OPERATIONAL");
  const [lasting] = await incidentsOf("SPOT");
  expect(lasting).toMatchObject({ state: "DEGRADED", affected, until: null });
  await setStatus("TRADING");
  await untilState("SPOT", "OPERATIONAL");
  const [ended] = await incidentsOf("SPOT");
  expect(ended).toMatchObject({ from: lasting!.from, affected });
  expect(ended!.until! - ended!.from).toBeGreaterThanOrEqual(1_000);
  const line = (await lineOf("SPOT"))!;
  expect(line.days.at(-1)).toMatchObject({ state: "DEGRADED" });
  expect(line.uptime).toBeLessThan(1);
}, 120_000);

test("[U.67] a core without processes is down, and its end is shown", async () => {
  const cores = ["core-a", "core-b"].map((name) => exchange.processes.get(name)!);
  await Promise.all(cores.map((core) => core.stop()));
  await untilState("DERIVATIVES", "DOWN");
  expect((await lineOf("ACCOUNT"))?.state).toBe("OPERATIONAL");
  expect((await status()).figures.answerMs).toBeNull();
  for (const core of cores) core.start();
  await untilState("DERIVATIVES", "OPERATIONAL");
  const [incident] = await incidentsOf("DERIVATIVES");
  expect(incident).toMatchObject({ state: "DOWN", affected: [] });
  expect(incident!.until).toBeGreaterThan(incident!.from);
}, 150_000);
