import { consumeByRatio, consumeCost, type Cost, type CostLine, type Grant as GrantFigures } from "@tidemark/money";
import { highOf, lowOf } from "../../memory/split-amount.ts";
import type { State } from "../../state/state.ts";
import { Grant, type GrantChange, grantKind } from "../../records/grant.ts";
import { Margin } from "../../records/user-contract.ts";

const headOf = (kind: number): number => (kind === grantKind.trading ? Margin.firstGrant : Margin.firstFundGrant);

/** The grants of an account in the order in which they pay. */
export function* grantsOf(state: State, margin: number, kind: number): Generator<number> {
  const { w } = state.memory;
  for (let grant = w[margin + headOf(kind)]!; grant !== 0; grant = w[grant + Grant.next]!) yield grant;
}

const figuresOf = (state: State, grant: number): GrantFigures => ({
  id: state.memory.w[grant + Grant.id]!,
  endMs: state.memory.number(grant + Grant.endsAt),
  remaining: state.memory.money(grant + Grant.remaining),
  ratio: state.memory.w[grant + Grant.ratio]!,
});

/** Puts a grant into its account's list: earliest end first, then lowest id. */
export function linkGrant(state: State, margin: number, grant: number): void {
  const { memory } = state;
  const { w } = memory;
  const comesAfter = (other: number): boolean => {
    const difference = memory.number(other + Grant.endsAt) - memory.number(grant + Grant.endsAt);
    return difference > 0 || (difference === 0 && w[other + Grant.id]! > w[grant + Grant.id]!);
  };
  let at = margin + headOf(w[grant + Grant.kind]!);
  while (w[at] !== 0 && !comesAfter(w[at]!)) at = w[at]! + Grant.next;
  memory.set(grant + Grant.next, w[at]!);
  memory.set(at, grant);
}

export function unlinkGrant(state: State, grant: number): void {
  const { memory } = state;
  const { w } = memory;
  let at = w[grant + Grant.margin]! + headOf(w[grant + Grant.kind]!);
  while (w[at] !== grant) at = w[at]! + Grant.next;
  memory.set(at, w[grant + Grant.next]!);
}

/**
 * inside the open entry: one cost of a cross account, from funding bonus (funding only), grants and cash. Returns what came from
 * bonus; the other side of the entry is the caller's.
 */
export function payCost(state: State, margin: number, cost: Cost, cause: number): void {
  if (cost.amount === 0n) return;
  const { ledger } = state;
  const { w } = state.memory;
  const cash = w[margin + Margin.cash]!;
  const hasFunding = cost.kind === "funding" && w[margin + Margin.firstFundGrant] !== 0;
  if (w[margin + Margin.firstGrant] === 0 && !hasFunding) return ledger.lineBig(cash, -cost.amount);
  const grants = [...grantsOf(state, margin, grantKind.trading)].map((grant) => figuresOf(state, grant));
  const funding =
    cost.kind === "funding"
      ? [...grantsOf(state, margin, grantKind.funding)].map((grant) => figuresOf(state, grant))
      : [];
  const { lines } = consumeCost(cost, ledger.balance(cash), grants, funding);
  takeFromGrants(state, margin, lines, cause);
  const fromCash = lines.filter(({ from }) => from === "cash" || from === "cash-below-zero");
  ledger.lineBig(cash, -sumOf(fromCash));
}

/** Funding of an isolated position: what funding bonus gives of it, inside the open entry. */
export function payFromFundingBonus(state: State, margin: number, payment: bigint, cause: number): bigint {
  const grants = [...grantsOf(state, margin, grantKind.funding)].map((grant) => figuresOf(state, grant));
  const { given, lines } = consumeByRatio(payment, grants, "funding-grant");
  takeFromGrants(state, margin, lines, cause);
  return given;
}

function takeFromGrants(state: State, margin: number, lines: readonly CostLine[], cause: number): void {
  const { ledger, memory } = state;
  const { w } = memory;
  for (const line of lines) {
    if (line.from !== "grant" && line.from !== "funding-grant") continue;
    const grant = state.grants.find(line.id);
    memory.setMoney(grant + Grant.remaining, memory.money(grant + Grant.remaining) - line.amount);
    ledger.lineBig(w[margin + (line.from === "grant" ? Margin.bonus : Margin.fundBonus)]!, -line.amount);
    state.grantChanges.push({ grant: line.id, cause, amount: line.amount });
  }
}

const sumOf = (lines: readonly CostLine[]): bigint => lines.reduce((sum, line) => sum + line.amount, 0n);

/** After the entry: what each grant gave, and what is left of it; a grant that is used up leaves. */
export function emitGrants(state: State): void {
  if (state.grantChanges.length === 0) return;
  const { memory } = state;
  const changes = new Map<number, GrantChange>();
  for (const change of state.grantChanges.splice(0))
    changes.set(change.grant, { ...change, amount: change.amount + (changes.get(change.grant)?.amount ?? 0n) });
  for (const { grant: id, cause, amount } of changes.values()) {
    const grant = state.grants.find(id);
    const uid = memory.w[memory.w[grant + Grant.margin]! + Margin.uid]!;
    const remaining = memory.money(grant + Grant.remaining);
    state.events.emit("bonus_changed", {
      uid,
      grant: id,
      cause,
      amountHigh: highOf(amount),
      amountLow: lowOf(amount),
      remainingHigh: highOf(remaining),
      remainingLow: lowOf(remaining),
    });
    if (remaining > 0n) continue;
    unlinkGrant(state, grant);
    state.grants.drop(grant);
  }
}
