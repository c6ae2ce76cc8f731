import { calls, explorerPageOf, type Network, networks, paymentFailures, type PaymentRow } from "@tidemark/contracts";
import { type Answer, answer, type Database, given } from "@tidemark/kit-node";
import { confirmationsOf, finalDepthOf } from "../../deposits/rules.ts";
import { blocks } from "../../deposits/store.ts";
import { attempts, sends } from "../sends/sends-store.ts";
import { type Payment, payments } from "./store.ts";

export async function shown(db: Database, one: Payment): Promise<PaymentRow> {
  const { id, network, state, changedAt } = one;
  const { confirmations }: Network = networks[network];
  const needed = confirmations.shown;
  const final = finalDepthOf(confirmations);
  const send = one.sendId === null ? undefined : await sends.get(db, one.sendId);
  const newest =
    send === undefined ? undefined : (await attempts.of(db, send.id)).findLast(({ txid }) => txid !== null);
  // Nobody can look up what no node has yet.
  const txid = state === "WAITING" ? "" : (send?.txid ?? newest?.txid ?? "");
  const read = (await blocks.tip(db, network))?.height ?? 0;
  const height = send?.height ?? null;
  return {
    id,
    network,
    txid,
    explorer: explorerPageOf(network, txid),
    confirmations: height === null ? 0 : Math.min(final ?? needed, confirmationsOf(height, read)),
    needed,
    final,
    state,
    failure: state === "FAILED" ? (paymentFailures.find((failure) => failure === one.reason) ?? "") : "",
    changedAt,
  };
}

/** What the contract says about payments, from this service's own tables. */
export const paymentAnswers = ({ db }: { readonly db: Database }): readonly Answer[] => [
  answer(calls.withdrawalPayments, async ({ ids }, { uid }) => {
    const rows = await payments.ofUser(db, uid, ids);
    return given({ list: await Promise.all(rows.map((one) => shown(db, one))) });
  }),
];
