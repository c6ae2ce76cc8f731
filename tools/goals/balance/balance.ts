import { productIds } from "@tidemark/contracts";
import type { AnswerOf, Client, Outcome } from "@tidemark/kit-client";
import { openDatabase, systemClock } from "@tidemark/kit-node";
import { parseUnits, printUnits } from "@tidemark/money";
import { Random } from "@tidemark/engine/sim";
import { sql } from "kysely";
import { bindFactor } from "../../../services/platform/testing/factor.ts";
import { copyRequest } from "../../../services/platform/testing/withdrawal-requests.ts";
import { type Exchange, throwAwayExchange } from "../../dev/exchange.ts";
import { emailOf, seededUids } from "../../dev/seed/people.ts";
import { credit } from "../../dev/seed/seed.ts";
import { joinBy, signIn } from "../../dev/trader.ts";
import { type Figure, isShort, optionOf } from "../measure.ts";

const attempts = isShort ? 400 : 10_000;
/** One in so many takes money out of the exchange, the others to another account. */
const withdrawalEvery = 5;
const inFlight = 256;
const triesMax = 200;
const retryMs = 50;
const asset = "USDT";
const { wallet, spot, futures_usdt: futures, margin } = productIds;
const address = { network: "LOCAL_EVM", address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", label: "Cold" } as const;
/** The smallest is also the least that may be withdrawn: when all have been answered, not even that is left. */
const withdrawalAmount = "10";
const transferAmounts = ["10", "12.5", "17.25", "40"] as const;
const targets = [{ toProduct: spot }, { toProduct: futures }, { toProduct: margin, toSubProduct: "BTC/USDT" }] as const;

const units = (text: string): bigint => (text.startsWith("-") ? -parseUnits(text.slice(1))! : parseUnits(text)!);

function good<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`refused with ${outcome.code}: ${outcome.message}`);
  return outcome.value;
}

const openRefusals = new Set([undefined, "BUSY", "TOO_OLD", "UNKNOWN_RESULT"]);

/** An answer that leaves open what happened, or says that the exchange is full: the same request is sent again. */
async function settled<T>(ask: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await ask();
    const isOpen = !outcome.ok && openRefusals.has(outcome.refusal);
    if (!isOpen || tries >= triesMax) return outcome;
    await systemClock.sleep(retryMs);
  }
}

type Attempt = (client: Client) => Promise<{ isDone: boolean; amount: bigint; wrong?: string }>;

/** A refusal is right only where the amount was more than there was. */
function ofRefusal(outcome: Outcome<unknown> & { ok: false }, amount: bigint) {
  const available = outcome.facts?.available;
  const isRight =
    outcome.refusal === "INSUFFICIENT_TRANSFERABLE" && available !== undefined && units(available) < amount;
  const wrong = `${outcome.refusal ?? outcome.message} of ${printUnits(amount)} with ${available ?? "?"} available`;
  return { isDone: false, amount, ...(isRight ? {} : { wrong }) };
}

function transferOf(i: number, random: Random): Attempt {
  const text = transferAmounts[random.word() % transferAmounts.length]!;
  const move = { fromProduct: wallet, ...targets[i % targets.length]!, asset, amount: text, requestId: `move-${i}` };
  return async (client) => {
    const outcome = await settled(() => client.call("transfer", move));
    return outcome.ok ? { isDone: true, amount: units(text) } : ofRefusal(outcome, units(text));
  };
}

/** Its answer may come before the core's: what became of it is read when all have ended. */
function withdrawalOf(one: { readonly id: string; readonly code: string }): Attempt {
  return async (client) => {
    const outcome = await settled(() => client.call("confirmWithdrawal", one));
    if (outcome.ok) return { isDone: false, amount: 0n };
    return { isDone: false, amount: 0n, wrong: `${outcome.refusal ?? outcome.message} of a withdrawal` };
  };
}

async function inParallel(attemptList: readonly Attempt[], clients: readonly Client[]) {
  const ended: Awaited<ReturnType<Attempt>>[] = [];
  let next = 0;
  const worker = async (client: Client): Promise<void> => {
    while (next < attemptList.length) ended.push(await attemptList[next++]!(client));
  };
  await Promise.all(Array.from({ length: inFlight }, (_, i) => worker(clients[i % clients.length]!)));
  return ended;
}

type Line = AnswerOf<"statement">["list"][number];

async function linesOf(client: Client): Promise<Line[]> {
  const lines: Line[] = [];
  for (let before: string | undefined; ;) {
    const ask = { pageSize: 100, asset, ...(before === undefined ? {} : { before }) };
    const page = good(await settled(() => client.call("statement", ask)));
    lines.push(...page.list);
    if (page.next === undefined) return lines.reverse();
    before = page.next;
  }
}

type Balances = ReadonlyMap<string, bigint>;
const keyOf = (row: { product: number; sub: string; bucket: string }): string =>
  `${row.product} ${row.sub} ${row.bucket}`;

async function balancesOf(client: Client): Promise<Balances> {
  const { rows, ...at } = good(await settled(() => client.call("balances", {})));
  // The statement is answered no earlier than at this sequence.
  client.noteSeq(at);
  return new Map(rows.filter((row) => row.asset === asset).map((row) => [keyOf(row), units(row.amount)]));
}

/** Every line's balance is not below zero and continues the one before; the last is the core's. */
function ledgerFaults(lines: readonly Line[], balances: Balances): { negative: number; wrong: number } {
  const sums = new Map<string, bigint>();
  let [negative, wrong] = [0, 0];
  for (const line of lines) {
    const sum = (sums.get(keyOf(line)) ?? 0n) + units(line.delta);
    sums.set(keyOf(line), sum);
    if (units(line.balance) < 0n) negative += 1;
    if (units(line.balance) !== sum) wrong += 1;
  }
  for (const [key, amount] of balances) if ((sums.get(key) ?? 0n) !== amount) wrong += 1;
  return { negative, wrong };
}

const endWaitMaxMs = 300_000;

/** What the platform says became of the withdrawals, once the core has answered all. */
async function withdrawalsEnded({ databaseUrl }: Exchange, asked: string): Promise<{ held: number; refused: number }> {
  const database = openDatabase(databaseUrl, 1);
  const until = systemClock.steady() + endWaitMaxMs;
  try {
    for (;;) {
      const { rows } = await sql<{ state: string; count: number }>`
        select state, count(*)::int as count from withdrawals.withdrawals where id <> ${asked} group by state`.execute(
        database.db,
      );
      const of = (...states: string[]): number =>
        rows.filter(({ state }) => states.includes(state)).reduce((sum, { count }) => sum + count, 0);
      if (of("CONFIRMED") === 0) return { held: of("APPROVED", "IN_REVIEW"), refused: of("REFUSED") };
      if (systemClock.steady() > until) throw new Error(`withdrawals without an answer: ${JSON.stringify(rows)}`);
      await systemClock.sleep(200);
    }
  } finally {
    await database.close();
  }
}

/** One request as a user makes it, and its copies. */
async function requested(exchange: Exchange, client: Client, count: number) {
  const database = openDatabase(exchange.databaseUrl, 1);
  try {
    const factor = await bindFactor(client, emailOf("carol"), database.db);
    await factor.confirm();
    const { id: addressId } = good(await client.call("addWithdrawalAddress", address));
    const ask = { requestId: "first", addressId, asset, amount: withdrawalAmount };
    const { id } = good(await settled(() => client.call("requestWithdrawal", ask)));
    return { asked: id, copies: await copyRequest(database.db, id, count) };
  } finally {
    await database.close();
  }
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const all = [...list];
  for (let i = all.length - 1; i > 0; i -= 1) {
    const j = random.word() % (i + 1);
    [all[i], all[j]] = [all[j]!, all[i]!];
  }
  return all;
}

const fundsKey = `${wallet}  avail`;
const fundWaitMaxMs = 10_000;

/** Leaves exactly so much in the account that all attempts take from. */
async function fund({ link }: Exchange, client: Client, wanted: bigint): Promise<void> {
  const before = (await balancesOf(client)).get(fundsKey) ?? 0n;
  const rest = { fromProduct: wallet, toProduct: spot, asset, amount: printUnits(before - wanted) };
  if (before > wanted) good(await client.call("transfer", rest));
  else await credit(link, seededUids.carol, asset, printUnits(wanted - before));
  // A credit is sent past the client: its answers may be of a sequence before it.
  const until = systemClock.steady() + fundWaitMaxMs;
  while ((await balancesOf(client)).get(fundsKey) !== wanted) {
    if (systemClock.steady() > until) throw new Error("the account was not funded in time");
    await systemClock.sleep(retryMs);
  }
}

async function playOn(exchange: Exchange, seed: number): Promise<Figure[]> {
  const here = await signIn(exchange.urls[0]!, "carol");
  const { client } = here;
  const random = new Random(seed);
  const { asked, copies } = await requested(exchange, client, attempts / withdrawalEvery);
  // A new authenticator ends all other sessions: this one comes after it.
  const there = await joinBy(here, exchange.urls[1]!);
  // About half of what is tried fits, and a rest that is no amount.
  const start = units(`${attempts * 9}.37`);
  await fund(exchange, client, start);
  const moves = Array.from({ length: attempts - copies.length }, (_, i) => transferOf(i, random));
  const all = shuffled([...copies.map(withdrawalOf), ...moves], random);
  const began = systemClock.steady();
  const ended = await inParallel(all, [here.client, there.client]);
  const seconds = (systemClock.steady() - began) / 1_000;
  const { held, refused } = await withdrawalsEnded(exchange, asked);
  const transfers = ended.filter(({ isDone }) => isDone);
  const moved = transfers.reduce((sum, { amount }) => sum + amount, 0n) + units(withdrawalAmount) * BigInt(held);
  const balances = await balancesOf(client);
  const left = balances.get(fundsKey) ?? 0n;
  const faults = ledgerFaults(await linesOf(client), balances);
  const wrong = ended.flatMap((one) => one.wrong ?? []);
  for (const line of new Set(wrong)) process.stdout.write(`  ${line}\n`);
  here.close();
  there.close();
  const isExact = start - moved === left && left >= 0n && left < units(withdrawalAmount);
  const note = `seed ${seed}, ${attempts} in ${seconds.toFixed(1)} s: ${transfers.length} transfers of ${moves.length} and ${held} withdrawals of ${held + refused} took ${printUnits(moved)} of ${printUnits(start)}, ${printUnits(left)} left`;
  const none = { goal: 0, floor: 0, better: "less" } as const;
  return [
    { name: "balance.not_exactly_what_fits", figure: isExact ? 0 : 1, ...none, note },
    { name: "balance.wrongly_refused", figure: wrong.length, ...none },
    { name: "balance.negative_lines", figure: faults.negative, ...none },
    { name: "balance.ledger_differences", figure: faults.wrong, ...none },
  ];
}

/**
 * `pnpm goals balance [--seed n]`: transfers and withdrawals of one balance, 10,000 of them, at once through two gateways. A user asks for
 * a few withdrawals a day: one is asked for by call, and its copies are stored; all are confirmed by call, which is what takes the money.
 */
export async function balanceGoals(): Promise<Figure[]> {
  const seed = Number(optionOf("seed") ?? 20_261_118);
  const many = "1000000";
  const exchange = await throwAwayExchange({
    gatewayPorts: [0, 0],
    gatewayEnv: {
      RATE_TRADE_PER_SECOND: many,
      RATE_READ_PER_SECOND: many,
      RATE_SIGN_IN_PER_SECOND: many,
      SIGN_INS_PER_MINUTE: many,
    },
    platformEnv: { WITHDRAWAL_ADDRESS_WAIT_MS: "0", WITHDRAWAL_LOCK_MS: "0", WITHDRAWAL_CONFIRM_MS: "3600000" },
  });
  try {
    return await playOn(exchange, seed);
  } finally {
    await exchange.remove();
  }
}
