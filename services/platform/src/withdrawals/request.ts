import { randomInt, randomUUID } from "node:crypto";
import {
  assetNetworkOf,
  type AssetNetwork,
  calls,
  codeLength,
  networks,
  openWithdrawalsMax,
  type WithdrawalAmounts,
  withdrawalAmountsOf,
  type WithdrawalRow,
  withdrawalValueOf,
} from "@tidemark/contracts";
import { type Asked, type Database, given, inTransaction, type Outcome, refuse } from "@tidemark/kit-node";
import { parseUnits, printUnits } from "@tidemark/money";
import { activityOriginOf } from "../module/accounts.ts";
import { dayMs } from "../module/utc-days.ts";
import { type CoreFacts, coreFactsOf } from "./core-facts.ts";
import { shown, type WithdrawalDeps } from "./deps.ts";
import { addressProblem, limitProblem } from "./rules.ts";
import { levels, type Withdrawal, withdrawals } from "./store.ts";

type Wish = {
  readonly requestId: string;
  readonly addressId: string;
  readonly asset: string;
  readonly amount: string;
  readonly receiver: string;
};
const codeTriesMax = 5;
/** Each has a mail and five tries of its code: more in a day are guesses. */
const requestsPerDayMax = 20;

export const codeHashOf = ({ box }: Pick<WithdrawalDeps, "box">, id: string, code: string): Buffer =>
  box.mac("withdrawals", `${id} ${code}`);

/** Whether the user's withdrawals have to name the receiving provider. */
export async function asksReceiver({ ask }: Pick<WithdrawalDeps, "ask">, asked: Asked): Promise<boolean | undefined> {
  const vasp = await ask(calls.vaspInfo, {}, asked);
  return vasp.ok ? vasp.value.vaspSwitch && vasp.value.lang === asked.from.lang : undefined;
}

export type PaidAddress = { readonly row: AddressRow; readonly terms: AssetNetwork };
type AddressRow = Pick<Withdrawal, "network" | "address" | "memo" | "label"> & { readonly usableFrom: number | null };

/** The address of the book, where the coin may be sent to it now; or the refusal. */
export async function paidAddressOf(
  deps: WithdrawalDeps,
  { addressId, asset }: Pick<Wish, "addressId" | "asset">,
  asked: Asked,
): Promise<PaidAddress | Outcome<never>> {
  const list = await deps.ask(calls.withdrawalAddressList, {}, asked);
  if (!list.ok) return list;
  const row = list.value.list.find(({ id }) => id === addressId);
  if (row === undefined) return refuse("NOT_FOUND");
  const terms = assetNetworkOf(asset, row.network);
  if (terms === undefined || !deps.networks.includes(row.network)) return refuse("NETWORK_CLOSED");
  const problem = addressProblem(row.usableFrom, deps.clock.now());
  return problem === undefined ? { row, terms } : refuse(problem.refusal, problem.facts);
}

/** What the core would refuse as well, said before a mail is sent. */
function coreProblem({ asset, available, lockedUntil }: CoreFacts, { amount }: WithdrawalAmounts, now: number) {
  if (lockedUntil > now) return refuse("WITHDRAW_LOCKED");
  if (amount <= (parseUnits(available, asset.scale) ?? 0n)) return undefined;
  return refuse("INSUFFICIENT_TRANSFERABLE", {
    needed: printUnits(amount, asset.scale),
    available,
    asset: asset.asset,
  });
}

type Checked = WithdrawalAmounts & { readonly address: PaidAddress; readonly facts: CoreFacts; readonly value: bigint };

/** All checks that need neither a lock nor the database. */
async function checkedWish(deps: WithdrawalDeps, wish: Wish, asked: Asked): Promise<Checked | Outcome<never>> {
  const address = await paidAddressOf(deps, wish, asked);
  if ("ok" in address) return address;
  const isAsked = await asksReceiver(deps, asked);
  if (isAsked === undefined) return refuse("BUSY");
  if (isAsked && wish.receiver.trim() === "") return refuse("RECEIVER_NEEDED");
  const facts = await coreFactsOf(deps.core, asked.uid, wish.asset);
  if (facts === undefined) return refuse("BUSY");
  if (facts === "unknown") return refuse("NETWORK_CLOSED");
  const amounts = withdrawalAmountsOf(wish.amount, address.terms, facts.asset.scale);
  if ("refusal" in amounts) return refuse(amounts.refusal, amounts.facts);
  const value = withdrawalValueOf(amounts.amount, facts.asset.scale, facts.price);
  if (value === undefined) return refuse("PRICE_UNKNOWN");
  return coreProblem(facts, amounts, deps.clock.now()) ?? { ...amounts, address, facts, value };
}

/** The mail shows the whole address and the amounts, so that the code confirms nothing else. */
async function sendCode(deps: WithdrawalDeps, tx: Database, one: Withdrawal, asked: Asked, code: string) {
  const row = shown(one);
  const facts = {
    amount: `${row.amount} ${row.asset}`,
    arrives: `${row.arrives} ${row.asset}`,
    network: networks[row.network].name,
    address: row.memo === "" ? row.address : `${row.address} (${row.memo})`,
    minutes: String(Math.floor(deps.confirmMs / 60_000)),
    ...activityOriginOf(deps.regionOf, asked.from),
  };
  await deps.accounts.notify(tx, one.uid, "withdrawal-confirm", facts, one.madeAt, code);
}

async function add(deps: WithdrawalDeps, tx: Database, wish: Wish, checked: Checked, asked: Asked) {
  const { uid, from } = asked;
  const now = deps.clock.now();
  const { row } = checked.address;
  const id = randomUUID();
  const code = String(randomInt(10 ** codeLength)).padStart(codeLength, "0");
  const one: Withdrawal = {
    id,
    uid,
    requestId: wish.requestId,
    asset: wish.asset,
    assetId: checked.facts.asset.id,
    scale: checked.facts.asset.scale,
    network: row.network,
    addressId: wish.addressId,
    address: row.address,
    memo: row.memo,
    label: row.label,
    amount: checked.amount,
    fee: checked.fee,
    value: checked.value,
    receiver: wish.receiver.trim(),
    state: "UNCONFIRMED",
    isReviewed: false,
    codeHash: codeHashOf(deps, id, code),
    triesLeft: codeTriesMax,
    madeAt: now,
    confirmBy: now + deps.confirmMs,
    changedAt: now,
    refusalCode: null,
  };
  const session = await deps.accounts.sessionOf(tx, asked, now);
  await withdrawals.add(tx, one, { session: from.session ?? "", factorAt: session?.factorAt ?? 0 });
  await sendCode(deps, tx, one, asked, code);
  return given(shown(one));
}

/** The same request again is answered with its withdrawal; another under its id is refused. */
function repeated(before: Withdrawal, wish: Wish): Outcome<WithdrawalRow> {
  const isSame =
    before.addressId === wish.addressId &&
    before.asset === wish.asset &&
    before.receiver === wish.receiver.trim() &&
    before.amount === parseUnits(wish.amount, before.scale);
  return isSame ? given(shown(before)) : refuse("DUPLICATE_CLIENT_ID");
}

export async function requestWithdrawal(
  deps: WithdrawalDeps,
  wish: Wish,
  asked: Asked,
): Promise<Outcome<WithdrawalRow>> {
  const known = await withdrawals.ofRequest(deps.db, asked.uid, wish.requestId);
  if (known !== undefined) return repeated(known, wish);
  const checked = await checkedWish(deps, wish, asked);
  if ("ok" in checked) return checked;
  return inTransaction(deps.db, async (tx): Promise<Outcome<WithdrawalRow>> => {
    const { uid } = asked;
    const now = deps.clock.now();
    if (!(await deps.accounts.isSignedIn(tx, asked, now))) return refuse("LOGIN_INVALID");
    if (!(await deps.accounts.isFactorFresh(tx, asked, now))) return refuse("FACTOR_NEEDED");
    await withdrawals.lockUser(tx, uid);
    const before = await withdrawals.ofRequest(tx, uid, wish.requestId);
    if (before !== undefined) return repeated(before, wish);
    const used = await withdrawals.usedSince(tx, uid, now - dayMs);
    const problem = limitProblem(await levels.of(tx, uid), used, checked.value);
    if (problem !== undefined) return refuse(problem.refusal, problem.facts);
    if ((await withdrawals.madeSince(tx, uid, now - dayMs)) >= requestsPerDayMax) return refuse("CODE_LIMIT");
    if ((await withdrawals.unconfirmed(tx, uid)) >= openWithdrawalsMax)
      return refuse("TOO_MANY_WITHDRAWALS", { allowed: String(openWithdrawalsMax) });
    return add(deps, tx, wish, checked, asked);
  });
}
