import type { EndWithdrawal, RequestWithdrawal } from "@tidemark/contracts/codec";
import { isMoney } from "@tidemark/money";
import { eventCode } from "../events.ts";
import { accountKey, bucket, product, system } from "../ledger/accounts.ts";
import { highOf, lowOf } from "../ledger/limbs.ts";
import { entryCause } from "../orders/order-table.ts";
import { User } from "../orders/users.ts";
import { refuse } from "../refusals.ts";
import { type State, variable } from "../state.ts";
import { reorgDebt } from "./house.ts";

const accountStatus = { suspended: 0, suspendedOut: 1 } as const;

const walletAccount = (state: State, uid: number, asset: number, which: number): number =>
  state.ledger.account(uid, accountKey(product.wallet, 0, asset, which));

/** Who may take money out now: verified, not locked after a change of password, not stopped, without a debt from a reversed deposit. */
function refusalOf(state: State, c: RequestWithdrawal): number {
  const user = state.users.find(c.uid);
  const status = state.users.status(user, product.wallet);
  if (status === accountStatus.suspended || status === accountStatus.suspendedOut) return refuse.ACCOUNT_SUSPENDED;
  if (user === 0 || state.memory.w[user + User.kycLevel] === 0) return refuse.KYC_LIMIT;
  if (state.memory.number(user + User.lockedUntil) > state.now) return refuse.WITHDRAW_LOCKED;
  const isLocked = state.isStoppedEverywhere(c.uid) || reorgDebt(state, c.uid, c.asset) > 0n;
  return isLocked ? refuse.LOCKED_BY_OPERATOR : 0;
}

/** Holds what is to leave; the wallet sends it when its own rules allow. */
export function requestWithdrawal(state: State, c: RequestWithdrawal): void {
  if (!state.assets.isDefined(c.asset) || c.amount <= 0n || !isMoney(c.amount))
    return state.refuse(refuse.AMOUNT_INVALID);
  const code = refusalOf(state, c);
  if (code !== 0) return state.refuse(code, code === refuse.ACCOUNT_SUSPENDED ? BigInt(product.wallet) : 0n);
  const { ledger } = state;
  const avail = walletAccount(state, c.uid, c.asset, bucket.avail);
  if (ledger.balance(avail) < c.amount)
    return state.refuse(refuse.INSUFFICIENT_TRANSFERABLE, c.amount, ledger.balance(avail));
  const id = state.next(variable.lastWithdrawal);
  ledger.beginEntry(entryCause.withdrawal, id);
  ledger.lineBig(avail, -c.amount);
  ledger.lineBig(walletAccount(state, c.uid, c.asset, bucket.hold), c.amount);
  ledger.endEntry();
  state.result.ref = id;
  state.events.list(eventCode.withdrawal_requested, [c.uid, id, c.asset, highOf(c.amount), lowOf(c.amount)]);
}

/** Sent: out of the books but for the fee. Failed: back to the wallet. */
export function endWithdrawal(state: State, c: EndWithdrawal): void {
  const { ledger } = state;
  const isBad = !state.assets.isDefined(c.asset) || c.amount <= 0n || c.fee < 0n || c.fee > c.amount;
  if (isBad) return state.refuse(refuse.AMOUNT_INVALID);
  const held = walletAccount(state, c.uid, c.asset, bucket.hold);
  if (ledger.balance(held) < c.amount)
    return state.refuse(refuse.INSUFFICIENT_TRANSFERABLE, c.amount, ledger.balance(held));
  const ofSystem = (which: number): number => ledger.account(0, accountKey(product.wallet, 0, c.asset, which));
  ledger.beginEntry(entryCause.withdrawal, 0);
  ledger.lineBig(held, -c.amount);
  if (c.isSent) {
    ledger.lineBig(ofSystem(system.withdrawals), c.amount - c.fee);
    ledger.lineBig(ofSystem(system.fees), c.fee);
  } else ledger.lineBig(walletAccount(state, c.uid, c.asset, bucket.avail), c.amount);
  ledger.endEntry();
  state.events.list(eventCode.withdrawal_ended, [
    c.uid,
    c.asset,
    highOf(c.amount),
    lowOf(c.amount),
    highOf(c.fee),
    lowOf(c.fee),
    c.isSent ? 1 : 0,
  ]);
}
