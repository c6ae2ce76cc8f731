import { accountParts, joinMoney } from "@tidemark/contracts/codec";
import type { EventRow } from "@tidemark/contracts/journal";
import { allBalances } from "../../src/read/questions.ts";
import type { State } from "../../src/state/state.ts";

export type Of<T extends EventRow["type"]> = Extract<EventRow, { type: T }>;
export type Report = (text: string) => void;
export type Line = {
  readonly uid: number;
  readonly product: number;
  readonly sub: number;
  readonly asset: number;
  readonly bucket: number;
  readonly delta: bigint;
};
export type Entry = { readonly cause: number; readonly ref: number; readonly lines: readonly Line[] };

const accounts = 2 ** 30;

/** I1 and from the event rows alone: each entry sums to zero, and balances are a fold of their lines. */
export class LedgerFold {
  declare private readonly report: Report;
  private readonly balances = new Map<number, bigint>();
  private readonly flights = new Map<string, bigint>();
  private open: { left: number; cause: number; ref: number; lines: Line[] } | undefined;

  constructor(report: Report) {
    this.report = report;
  }

  /** The entry that this row completes. */
  see(event: EventRow): Entry | undefined {
    if (event.type === "withdrawal_requested") this.inFlight(event, 1n);
    else if (event.type === "withdrawal_ended") this.inFlight(event, -1n);
    else if (event.type === "entry") {
      this.open = { left: event.lines, cause: event.cause, ref: event.ref, lines: [] };
      return event.lines === 0 ? this.close() : undefined;
    } else if (event.type === "ledger_line" && this.open !== undefined) {
      this.line(event, this.open.lines);
      this.open.left -= 1;
      return this.open.left === 0 ? this.close() : undefined;
    }
    return undefined;
  }

  balance(uid: number, account: number): bigint {
    return this.balances.get(uid * accounts + account) ?? 0n;
  }

  private close(): Entry {
    const entry = this.open!;
    this.open = undefined;
    const sums = new Map<number, bigint>();
    for (const { asset, delta } of entry.lines) sums.set(asset, (sums.get(asset) ?? 0n) + delta);
    for (const [asset, sum] of sums) if (sum !== 0n) this.report(`I1 an entry sums to ${sum} of asset ${asset}`);
    return entry;
  }

  private line(event: Of<"ledger_line">, lines: Line[]): void {
    const key = event.uid * accounts + event.account;
    const delta = BigInt(event.delta);
    const after = (this.balances.get(key) ?? 0n) + delta;
    this.balances.set(key, after);
    lines.push({ uid: event.uid, ...accountParts(event.account), delta });
    if (after !== joinMoney(event.high, event.low))
      this.report(`R-3.1 ${event.uid}:${event.account}: the lines fold to ${after}, the event says otherwise`);
  }

  /** I4 for the wallet: what it holds is what was asked for and has not ended. */
  private inFlight(event: Of<"withdrawal_requested" | "withdrawal_ended">, sign: bigint): void {
    const key = `${event.uid}:${event.asset}`;
    const amount = joinMoney(event.amountHigh, event.amountLow) * sign;
    this.flights.set(key, (this.flights.get(key) ?? 0n) + amount);
  }

  /** Every account, to the unit. */
  compare(state: State): void {
    for (const { uid, account, units } of allBalances(state)) {
      const folded = this.balance(uid, account);
      const { product, asset, bucket } = accountParts(account);
      const inFlight = this.flights.get(`${uid}:${asset}`) ?? 0n;
      if (product === 1 && bucket === 1 && units !== inFlight)
        this.report(`I4 the wallet of ${uid} holds ${units}, in flight are ${inFlight}`);
      if (folded !== units) this.report(`R-3.1 ${uid}:${account} holds ${units}, its lines fold to ${folded}`);
    }
  }
}
