import type { CommandOf } from "@tidemark/contracts/journal";
import { isMoney } from "@tidemark/money";
import { accountKey, bucket, product, system } from "../ledger/accounts.ts";
import { highOf, lowOf } from "../memory/split-amount.ts";
import { entryCause } from "../records/order.ts";
import { User } from "../records/user.ts";
import { Withdrawal } from "../records/withdrawal.ts";
import { refuse } from "../events/refusals.ts";
import { type State, variable } from "../state/state.ts";
import { reorgDebt } from "./treasury.ts";

const accountStatus = { suspended: 0, suspendedOut: 1 } as const;

const walletAccount = (state: State, uid: number, asset: number, which: number): number =>
  state.ledger.account(uid, accountKey(product.wallet, 0, asset, which));

/** Who may take money out now: verified, not locked after a change of password, not stopped, without a debt from a reversed deposit. */
function refusalOf(state: State, c: CommandOf<"request_withdrawal">): number {
  const user = state.users.find(c.uid);
  const status = state.users.status(user, product.wallet);
  if (status === accountStatus.suspended || status === accountStatus.suspendedOut) return refuse.ACCOUNT_SUSPENDED;
  if (user === 0 || state.memory.w[user + User.kycLevel] === 0) return refuse.KYC_LIMIT;
  if (state.memory.number(user + User.lockedUntil) > state.now) return refuse.WITHDRAW_LOCKED;
  const isLocked = state.isStoppedEverywhere(c.uid) || reorgDebt(state, c.uid, c.asset) > 0n;
  return isLocked ? refuse.LOCKED_BY_OPERATOR : 0;
}

/** Holds what is to leave; the wallet sends it when its own rules allow. */
export function requestWithdrawal(state: State, c: CommandOf<"request_withdrawal">): void {
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
  state.withdrawals.add(id, c.uid, c.asset, c.amount);
  state.result.ref = id;
  state.events.emit("withdrawal_requested", {
    uid: c.uid,
    withdrawalId: id,
    asset: c.asset,
    amountHigh: highOf(c.amount),
    amountLow: lowOf(c.amount),
  });
}

/** Sent: out of the books but for the fee. Failed: back to the wallet. */
export function endWithdrawal(state: State, c: CommandOf<"end_withdrawal">): void {
  const { ledger, memory, withdrawals } = state;
  const withdrawal = withdrawals.find(c.withdrawal);
  if (withdrawal === 0) return state.refuse(refuse.NOT_FOUND);
  const uid = memory.w[withdrawal + Withdrawal.uid]!;
  const asset = memory.w[withdrawal + Withdrawal.asset]!;
  const amount = memory.money(withdrawal + Withdrawal.amount);
  if (c.fee < 0n || c.fee > amount) return state.refuse(refuse.AMOUNT_INVALID);
  const ofSystem = (which: number): number => ledger.account(0, accountKey(product.wallet, 0, asset, which));
  ledger.beginEntry(entryCause.withdrawal, c.withdrawal);
  ledger.lineBig(walletAccount(state, uid, asset, bucket.hold), -amount);
  if (c.isSent) {
    ledger.lineBig(ofSystem(system.withdrawals), amount - c.fee);
    ledger.lineBig(ofSystem(system.fees), c.fee);
  } else ledger.lineBig(walletAccount(state, uid, asset, bucket.avail), amount);
  ledger.endEntry();
  withdrawals.drop(withdrawal);
  state.result.ref = c.withdrawal;
  state.events.emit("withdrawal_ended", {
    uid,
    asset,
    amountHigh: highOf(amount),
    amountLow: lowOf(amount),
    feeHigh: highOf(c.fee),
    feeLow: lowOf(c.fee),
    isSent: c.isSent ? 1 : 0,
    withdrawalId: c.withdrawal,
  });
}
