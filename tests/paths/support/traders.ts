import { refusals, type TopicName, type TopicRow } from "@tidemark/contracts";
import { type Change, follow, type Outcome } from "@tidemark/kit-client";
import { parseUnits } from "@tidemark/money";
import { expect, vi } from "vitest";
import type { Trader } from "../../../tools/dev/trader.ts";

/** The value of an outcome that must be good; a refusal fails the test with its own sentence. */
export function good<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`refused with ${outcome.code}: ${outcome.message}`);
  return outcome.value;
}

export const units = (text: string): bigint => (text.startsWith("-") ? -parseUnits(text.slice(1))! : parseUnits(text)!);

export const until = (isTrue: () => boolean | Promise<boolean>, timeout = 8_000): Promise<unknown> =>
  vi.waitUntil(isTrue, { timeout, interval: 20 });

/** Whether the answerer is behind what was asked for. */
const isBehind = <T>(outcome: Outcome<T>): boolean =>
  outcome.ok ? outcome.stale : outcome.code === refusals.BUSY.code;

/** The value of a question that is asked again while the answerer is behind, as a page does. */
export async function answeredInTime<T>(ask: () => Promise<Outcome<T>>, timeout?: number): Promise<T> {
  let outcome = await ask();
  await until(async () => {
    if (isBehind(outcome)) outcome = await ask();
    return !isBehind(outcome);
  }, timeout);
  return good(outcome);
}

/** What a trader's screen shows of a topic, kept up to date. */
export function watch<N extends TopicName>(trader: Trader, topic: N, symbol?: string, part?: string) {
  const seen: { change: Change<TopicRow<N>>; everSeen: TopicRow<N>[]; end(): void } = {
    change: { state: "loading", seq: 0, rows: [], gone: [] },
    everSeen: [],
    end: () => undefined,
  };
  const params = { ...(symbol === undefined ? {} : { symbol }), ...(part === undefined ? {} : { part }) };
  seen.end = follow(trader.client, trader.socket(), topic, params, (change) => {
    seen.change = change;
    seen.everSeen.push(...change.rows, ...change.gone);
  });
  return seen;
}

export async function availableOf({ client }: Trader, product: number, asset: string): Promise<bigint> {
  const { rows } = good(await client.call("balances", {}));
  const row = rows.find(
    (one) => one.product === product && one.asset === asset && ["avail", "cash"].includes(one.bucket),
  );
  return row === undefined ? 0n : units(row.amount);
}

/** Every line of a trader's statement, oldest first. */
async function statementOf({ client }: Trader) {
  const lines = [];
  for (let before: string | undefined; ;) {
    const page = good(await client.call("statement", { pageSize: 100, ...(before === undefined ? {} : { before }) }));
    lines.push(...page.list);
    if (page.next === undefined) return lines.reverse();
    before = page.next;
  }
}

/** The balances that the core has in memory are the sums of the lines that the history tells. */
export async function expectLedgerAgrees(trader: Trader): Promise<void> {
  const { rows, ...at } = good(await trader.client.call("balances", {}));
  trader.client.noteSeq(at);
  const sums = new Map<string, bigint>();
  const lasts = new Map<string, bigint>();
  for (const line of await statementOf(trader)) {
    const key = `${line.product} ${line.sub} ${line.asset} ${line.bucket}`;
    sums.set(key, (sums.get(key) ?? 0n) + units(line.delta));
    lasts.set(key, units(line.balance));
  }
  for (const row of rows) {
    const key = `${row.product} ${row.sub} ${row.asset} ${row.bucket}`;
    expect([key, sums.get(key) ?? 0n, lasts.get(key) ?? 0n]).toEqual([key, units(row.amount), units(row.amount)]);
  }
}
