import type { WithdrawalRow } from "@tidemark/contracts";
import type { Step, TagTone } from "@tidemark/kit-ui";
import { clockText, dateText } from "../../lib/format/number-text.ts";
import type { Translate } from "../../lib/i18n/texts.ts";
import { depthOf } from "./payment-depth.ts";
import { explained, failed, inNetwork, refused, stateNames, steps as s } from "./state-messages.ts";
import type { Payment } from "./withdrawal-queries.ts";

const isOut = (payment: Payment | undefined): payment is Payment =>
  payment?.state === "SENT" || payment?.state === "MINED" || payment?.state === "PAID";

/** The name of the state. What is approved and already in the network is sent, whatever the exchange has booked so far. */
export const stateName = (t: Translate, row: WithdrawalRow, payment: Payment | undefined): string =>
  t(row.state === "APPROVED" && isOut(payment) ? inNetwork : stateNames[row.state]);

export function stateTone({ state }: WithdrawalRow): TagTone {
  if (state === "SENT") return "brand";
  if (state === "UNCONFIRMED" || state === "REFUSED") return "warn";
  return state === "CANCELLED" || state === "EXPIRED" || state === "RETURNED" ? "neutral" : "info";
}

const refusalTexts: Readonly<Record<string, typeof refused.KYC_LIMIT | undefined>> = refused;

/** What happens now or has happened, in one or two sentences. */
export function explanationOf(t: Translate, row: WithdrawalRow, payment: Payment | undefined): string {
  const { state } = row;
  if (state === "REFUSED") return t(refusalTexts[row.refusal] ?? refused.other, { reason: row.refusal });
  if (state === "UNCONFIRMED") return t(explained.UNCONFIRMED, { time: clockText(row.confirmBy) });
  if (state === "APPROVED" && payment?.state === "SENT") return t(explained.inNetwork);
  if (state === "APPROVED" && (payment?.state === "MINED" || payment?.state === "PAID")) {
    const { isFinalByChain, ...depth } = depthOf(payment);
    return t(isFinalByChain ? explained.inBlockTag : explained.inBlock, depth);
  }
  if (state === "RETURNED" && payment !== undefined && payment.failure !== "") return t(failed[payment.failure]);
  return t(explained[state]);
}

/** How many of the five steps are done in each state; those that ended early stop at the next one. */
const doneBy = {
  UNCONFIRMED: 1,
  CANCELLED: 1,
  EXPIRED: 1,
  CONFIRMED: 2,
  REFUSED: 2,
  IN_REVIEW: 2,
  RETURNING: 3,
  RETURNED: 3,
  APPROVED: 3,
  SENT: 5,
} as const satisfies Record<WithdrawalRow["state"], number>;
const stopped: ReadonlySet<WithdrawalRow["state"]> = new Set([
  "CANCELLED",
  "EXPIRED",
  "REFUSED",
  "RETURNING",
  "RETURNED",
]);

function doneOf(row: WithdrawalRow, payment: Payment | undefined): number {
  if (row.state === "APPROVED" && isOut(payment)) return 4;
  // Operators had to approve it, and it comes back: that step was not done.
  const isTurnedDown = row.isReviewed && (row.state === "RETURNING" || row.state === "RETURNED");
  return isTurnedDown ? doneBy.IN_REVIEW : doneBy[row.state];
}

/** The withdrawal as a line of steps; the current one says what happens. */
export function storyOf(t: Translate, row: WithdrawalRow, payment: Payment | undefined): Step[] {
  const titles = [s.requested, s.confirmed, row.isReviewed ? s.reviewed : s.checked, s.sent, s.final];
  const done = doneOf(row, payment);
  return titles.map((title, index): Step => {
    const isCurrent = index === done;
    const state = index < done ? "done" : !isCurrent ? "todo" : stopped.has(row.state) ? "stop" : "now";
    return {
      id: String(index),
      state,
      title: t(title),
      ...(index === 0 ? { time: dateText(row.madeAt) } : {}),
      ...(isCurrent ? { detail: explanationOf(t, row, payment) } : {}),
    };
  });
}
