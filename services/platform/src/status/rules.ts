import type { AffectedPart, ComponentState, StatusComponent } from "@tidemark/contracts";
import type { CoreState, MarketState } from "@tidemark/contracts/journal";
import type { NoticeMeasure, WalletMeasure } from "../module/measures.ts";

/** Undefined states and lists: nobody answered. */
export type CoreMeasure = {
  readonly state: Pick<CoreState, "node" | "leader" | "nodes" | "announcedSeq" | "appliedSeq"> | undefined;
  readonly markets: readonly Pick<MarketState, "symbol" | "kind" | "status" | "hasIndex" | "indexStale">[] | undefined;
  readonly answerMs: number;
};
export type Measurement = {
  readonly at: number;
  readonly real: CoreMeasure;
  /** Undefined: there is no simulated exchange. */
  readonly simulated: CoreMeasure | undefined;
  /** The batch that the history has reached. */
  readonly historySeq: number | undefined;
  readonly wallet: WalletMeasure | undefined;
  readonly notices: NoticeMeasure;
  /** When the oldest command was made that a core has not answered yet. */
  readonly oldestCommandAt: number | null;
  /** Gateways of the real exchange that reported a short while ago. */
  readonly gateways: number;
};
export type Measure = { readonly state: ComponentState; readonly affected: readonly AffectedPart[] };

/** A leader gives a sign of life four times a second, and another takes over within seconds. */
const leaderSilentMaxMs = 5_000;
const answerLateMs = 1_000;
const behindMax = 1_000;
/** The wallet reports every two seconds. */
const walletSilentMaxMs = 30_000;
const commandLateMs = 30_000;
/** One address that takes no mail is no outage. */
const noticesLateMin = 3;

const operational: Measure = { state: "OPERATIONAL", affected: [] };
const notMeasured: Measure = { state: "NOT_MEASURED", affected: [] };
const down: Measure = { state: "DOWN", affected: [] };
const late: Measure = { state: "DEGRADED", affected: [{ part: "", problem: "LATE" }] };

function hasLeader({ node, leader, nodes }: NonNullable<CoreMeasure["state"]>): boolean {
  if (leader === node) return true;
  return nodes.some((one) => one.node === leader && one.silentMs <= leaderSilentMaxMs);
}

const problemOf = {
  HALT: "HALTED",
  CANCEL_ONLY: "CANCEL_ONLY",
} as const satisfies Readonly<Record<string, AffectedPart["problem"]>>;

/** Some parts of many do not work, or none does. */
function ofParts(affected: readonly AffectedPart[], count: number): Measure {
  if (affected.length === 0) return operational;
  return { state: affected.length === count ? "HALTED" : "DEGRADED", affected };
}

/** Markets that are about to open, or settle, are as they should be. */
function tradingOf({ state, markets, answerMs }: CoreMeasure, ofKind: (kind: string) => boolean): Measure {
  if (state === undefined || markets === undefined || !hasLeader(state)) return down;
  const own = markets.filter(({ kind }) => ofKind(kind));
  const affected = own.flatMap(({ symbol, status }) =>
    status in problemOf ? [{ part: symbol, problem: problemOf[status as keyof typeof problemOf] }] : [],
  );
  if (affected.length === 0 && answerMs > answerLateMs) return late;
  return ofParts(affected, own.length);
}

function marketDataOf({ state, markets }: CoreMeasure, historySeq: number | undefined): Measure {
  if (state === undefined || markets === undefined || historySeq === undefined) return down;
  if (Math.max(state.announcedSeq, state.appliedSeq) - historySeq > behindMax) return late;
  const stale = markets.filter(({ status, hasIndex, indexStale }) => status === "TRADING" && hasIndex && indexStale);
  const affected = stale.map(({ symbol }) => ({ part: symbol, problem: "STALE_INDEX" as const }));
  return affected.length === 0 ? operational : { state: "DEGRADED", affected };
}

function depositsOf(wallet: WalletMeasure | undefined, at: number): Measure {
  if (wallet === undefined || wallet.networks.length === 0) return notMeasured;
  if (at - wallet.reportedAt > walletSilentMaxMs) return down;
  const unread = wallet.networks.filter(({ isRead }) => !isRead);
  return ofParts(
    unread.map(({ network }) => ({ part: network, problem: "NOT_READ" })),
    wallet.networks.length,
  );
}

function withdrawalsOf(wallet: WalletMeasure | undefined, at: number): Measure {
  if (wallet === undefined) return notMeasured;
  if (at - wallet.reportedAt > walletSilentMaxMs) return down;
  const assets = [...new Set(wallet.halts.map(({ asset }) => asset))].toSorted();
  if (assets.length === 0) return operational;
  return { state: "DEGRADED", affected: assets.map((part) => ({ part, problem: "HALTED" })) };
}

function messagesOf({ late: waiting, sent }: NoticeMeasure): Measure {
  if (waiting < noticesLateMin || waiting <= sent) return operational;
  return sent === 0 ? down : late;
}

/** The state of every component. That there is a measurement at all says that the platform and its database work. */
export function componentsOf(measured: Measurement): Readonly<Record<StatusComponent, Measure>> {
  const { at, real, simulated, wallet, oldestCommandAt } = measured;
  const isLate = oldestCommandAt !== null && at - oldestCommandAt > commandLateMs;
  return {
    SPOT: tradingOf(real, (kind) => kind === "SPOT"),
    DERIVATIVES: tradingOf(real, (kind) => kind !== "SPOT"),
    MARKET_DATA: marketDataOf(real, measured.historySeq),
    DEPOSITS: depositsOf(wallet, at),
    WITHDRAWALS: withdrawalsOf(wallet, at),
    ACCOUNT: isLate ? late : operational,
    MESSAGES: messagesOf(measured.notices),
    API: measured.gateways === 0 ? down : operational,
    SIMULATED: simulated === undefined ? notMeasured : tradingOf(simulated, () => true),
  };
}
