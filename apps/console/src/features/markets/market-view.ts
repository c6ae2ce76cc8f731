import type { MessageDescriptor } from "@lingui/core";
import type { MarketStatus, WatchedMarket } from "@tidemark/contracts";
import type { Translate } from "../../lib/texts.ts";
import { timeText } from "../../lib/time.ts";
import { m } from "./market-messages.ts";

/** An index that is older than this is amber: its sources send every second. */
const indexAgeWarnMs = 5_000;

export const statusNames: Readonly<Record<MarketStatus, MessageDescriptor>> = {
  PRE_OPEN: m.preOpen,
  POST_ONLY: m.postOnly,
  TRADING: m.open,
  CANCEL_ONLY: m.cancelOnly,
  HALT: m.halted,
  SETTLING: m.settling,
};

export const secondsOf = (ms: number): string => (Math.max(0, ms) / 1_000).toFixed(1);

/** The age of the index, and whether one should look at it. */
export function indexAge(t: Translate, one: WatchedMarket, at: number): { text: string; isWarning: boolean } {
  if (!one.hasIndex) return { text: t(m.noIndex), isWarning: false };
  if (one.indexStale) return { text: t(m.stale), isWarning: true };
  const age = at - one.indexAt;
  return { text: t(m.seconds, { count: secondsOf(age) }), isWarning: age > indexAgeWarnMs };
}

/** What the breaker is set to, or what has closed the market. */
export function breakerOf(
  t: Translate,
  { suspension, returnsAt, breaker }: WatchedMarket,
): { text: string; isWarning: boolean } {
  if (suspension === "BREAKER") return { text: t(m.tripped, { time: timeText(returnsAt) }), isWarning: true };
  if (suspension === "INDEX") return { text: t(m.byIndex), isWarning: true };
  if (suspension === "FAULT") return { text: t(m.byFault), isWarning: true };
  return { text: t(m.armed, { percent: Number((Number(breaker) * 100).toFixed(2)) }), isWarning: false };
}

/** The three states that an operator switches between, and what each switch is. */
export const switchStates = ["TRADING", "CANCEL_ONLY", "HALT"] as const;
export type SwitchState = (typeof switchStates)[number];

/** Whether an operator can bring a market from one status to another: a halted one opens through cancel-only, which the act does by itself. */
export const maySwitch = (from: MarketStatus, to: SwitchState): boolean =>
  switchStates.some((one) => one === from) && from !== to;
