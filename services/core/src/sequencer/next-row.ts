import type { Clock } from "@tidemark/kit-node";
import type { Chance } from "../deps.ts";
import { type Link, type Row, rowHash } from "../journal/row.ts";

/** Inside one epoch the batch time may not step forward by more: a clock that was set must not expire orders early. */
export const forwardStepMaxUs = 10_000_000;
export const clockDifferenceMaxUs = 1_000_000;

/** Our clock against the server's, which it read somewhere between our sending at `sentAt` (steady, ms) and now. */
export function clocksDiffer(clock: Clock, sentAt: number, serverUs: number): boolean {
  const nowUs = clock.nowUs();
  const waitedUs = (clock.steady() - sentAt) * 1000;
  return nowUs < serverUs - clockDifferenceMaxUs || nowUs - waitedUs > serverUs + clockDifferenceMaxUs;
}

/** The row before, as far as the next one needs it. */
export type Predecessor = Link & { readonly tsUs: number };

export type RowContent = {
  readonly epoch: number;
  readonly logicVer: number;
  readonly clockUs: number;
  readonly durableThrough: number;
  readonly stateSeq: number;
  readonly stateHash: Uint8Array;
  readonly payload: Uint8Array;
};

/** The row that stands behind `before`: its number, its time and its hashes follow from it. */
export function nextRow(before: Predecessor, content: RowContent, chance: Chance): Row {
  const { clockUs, ...rest } = content;
  const bare = {
    ...rest,
    seq: before.seq + 1,
    prevId: before.batchId,
    prevHash: before.hash,
    batchId: chance.uuid(),
    tsUs: Math.max(before.tsUs + 1, clockUs),
  };
  return { ...bare, hash: rowHash(bare) };
}
