import { calls, success } from "@tidemark/contracts";
import { type CoreState, coreStateCall, type MarketState, marketStatesCall } from "@tidemark/contracts/journal";
import { type Clock, type CoreClient, type Database, oldestWaitingAt, type Reply } from "@tidemark/kit-node";
import type { Measures } from "../module/measures.ts";
import { changesOf } from "./history.ts";
import { componentsOf, type CoreMeasure, type Measurement } from "./rules.ts";
import { changes, gateways, measurements } from "./store.ts";

export type MeasureDeps = {
  readonly core: CoreClient;
  readonly simulatedCore: CoreClient | undefined;
  readonly clock: Pick<Clock, "now" | "steady">;
  readonly measures: Measures;
};

/** Gateways report every five seconds. */
const gatewaySilentMaxMs = 20_000;

/** Asked twice: the bus may lose a question, and a lost question is no outage. */
async function replyOf(client: CoreClient, about: "now" | "history", call: string): Promise<Reply | undefined> {
  const question = { call, uid: 0, ask: {} };
  for (let tries = 0; tries < 2; tries += 1) {
    const reply = await client.ask(about, question);
    if (reply?.code === success) return reply;
  }
  return undefined;
}

async function coreOf(client: CoreClient, clock: MeasureDeps["clock"]): Promise<CoreMeasure> {
  const began = clock.steady();
  const state = await replyOf(client, "now", coreStateCall);
  const answerMs = Math.round(clock.steady() - began);
  const markets = state === undefined ? undefined : await replyOf(client, "now", marketStatesCall);
  return {
    state: state?.data as CoreState | undefined,
    markets: (markets?.data as { list: MarketState[] } | undefined)?.list,
    answerMs,
  };
}

async function measured({ core, simulatedCore, clock, measures }: MeasureDeps, tx: Database): Promise<Measurement> {
  const [real, simulated, history] = await Promise.all([
    coreOf(core, clock),
    simulatedCore === undefined ? undefined : coreOf(simulatedCore, clock),
    replyOf(core, "history", calls.days.name),
  ]);
  const at = clock.now();
  return {
    at,
    real,
    simulated,
    historySeq: history?.seq,
    wallet: await measures.wallet(tx),
    notices: await measures.notices(tx, at),
    oldestCommandAt: await oldestWaitingAt(tx),
    gateways: (await gateways.since(tx, at - gatewaySilentMaxMs)).filter((one) => one.core === core.core).length,
  };
}

/** Measures every component once, and stores those whose state has changed. */
export async function measure(deps: MeasureDeps, tx: Database): Promise<void> {
  const now = await measured(deps, tx);
  const last = await measurements.last(tx);
  // The clock of another process may be a little ahead.
  const at = Math.max(now.at, (last?.at ?? 0) + 1);
  for (const change of changesOf(await changes.last(tx), last?.at, componentsOf(now), at))
    await changes.add(tx, change);
  const { state, answerMs } = now.real;
  await measurements.set(tx, { at, answerMs: state === undefined ? null : answerMs });
}
