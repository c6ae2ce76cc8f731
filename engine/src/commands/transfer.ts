import type { CommandOf } from "@tidemark/contracts/journal";
import { isMoney } from "@tidemark/money";
import { accountKey, bucket, product, system } from "../ledger/accounts.ts";
import { highOf, lowOf } from "../memory/split-amount.ts";
import { Market, marketKind } from "../records/market.ts";
import { entryCause } from "../records/order.ts";
import { touchPair } from "../pairs/debts.ts";
import { Contract } from "../records/contract.ts";
import { grantKind } from "../records/grant.ts";
import { grantsOf } from "../perps/grants/grants.ts";
import { inLiquidation } from "../perps/order/place.ts";
import { availableNow, crossPositionsOf } from "../perps/margin/risk.ts";
import { refuse } from "../events/refusals.ts";
import { type State, variable } from "../state/state.ts";
import { endGrant } from "./bonus.ts";
import { pairTransferable } from "./pairs.ts";

const accountStatus = { suspended: 0, suspendedOut: 1, suspendedIn: 2 } as const;

/** which assets an account takes. Only margin pairs have sub-accounts. */
export function accountTakes(state: State, productId: number, sub: number, asset: number): boolean {
  const { w } = state.memory;
  if (!state.assets.isDefined(asset) || (sub !== 0) !== (productId === product.margin)) return false;
  switch (productId) {
    case product.wallet:
    case product.spot:
      return true;
    case product.futuresUsdt:
      return state.assets.code(asset) === "USDT";
    case product.futuresBtc:
      return state.markets
        .all()
        .some(
          (market) =>
            w[market + Market.kind] === marketKind.inverse &&
            w[market + Market.contract] !== 0 &&
            w[w[market + Market.contract]! + Contract.settle] === asset,
        );
    case product.margin: {
      const market = state.markets.at(sub);
      const isPair = market !== 0 && w[market + Market.pairLeverage] !== 0;
      return isPair && (w[market + Market.base] === asset || w[market + Market.quote] === asset);
    }
    default:
      return false;
  }
}

const isFutures = (productId: number): boolean => productId === product.futuresBtc || productId === product.futuresUsdt;

/** Where a transfer takes from and puts to: derivatives hold cash, the others what is available. */
const bucketOf = (productId: number): number => (isFutures(productId) ? bucket.cash : bucket.avail);

/** the most that may leave an account. */
function transferable(state: State, c: CommandOf<"transfer">, source: number): bigint {
  if (source === 0) return 0n;
  const balance = state.ledger.balance(source);
  if (c.fromProduct === product.margin) return pairTransferable(state, c.uid, c.fromSub, c.asset, balance);
  if (!isFutures(c.fromProduct)) return balance;
  const margin = state.userContracts.findMargin(c.uid, c.fromProduct, c.asset);
  return margin === 0 ? balance : availableNow(state, margin).out;
}

/** Check 12: an account at its maintenance margin (liquidation is suspended) lets nothing out. */
function isBarred(state: State, c: CommandOf<"transfer">): boolean {
  const margin = isFutures(c.fromProduct) ? state.userContracts.findMargin(c.uid, c.fromProduct, c.asset) : 0;
  const position = margin === 0 ? undefined : crossPositionsOf(state, margin)[0];
  return position !== undefined && inLiquidation(state, position, margin);
}

/** Whoever is stopped takes nothing out of where he trades; what he adds to it from the wallet can only make it safer. */
const isKept = (state: State, c: CommandOf<"transfer">): boolean =>
  c.fromProduct !== product.wallet &&
  (c.fromSub === 0 ? state.isStoppedEverywhere(c.uid) : state.isStopped(c.uid, c.fromSub));

/** Moves money between two accounts of one user: the only command of a user that crosses products. One entry, both positions through transit. */
export function transfer(state: State, c: CommandOf<"transfer">): void {
  const user = state.users.find(c.uid);
  if (c.fromProduct === c.toProduct && c.fromSub === c.toSub) return state.refuse(refuse.SAME_ACCOUNT);
  const from = state.users.status(user, Math.min(c.fromProduct, 5));
  const to = state.users.status(user, Math.min(c.toProduct, 5));
  if (from === accountStatus.suspended || from === accountStatus.suspendedOut)
    return state.refuse(refuse.ACCOUNT_SUSPENDED, BigInt(c.fromProduct));
  if (to === accountStatus.suspended || to === accountStatus.suspendedIn)
    return state.refuse(refuse.ACCOUNT_SUSPENDED, BigInt(c.toProduct));
  if (isKept(state, c)) return state.refuse(refuse.LOCKED_BY_OPERATOR);
  if (c.amount <= 0n || !isMoney(c.amount)) return state.refuse(refuse.AMOUNT_INVALID);
  if (!accountTakes(state, c.fromProduct, c.fromSub, c.asset))
    return state.refuse(refuse.ASSET_NOT_IN_PRODUCT, BigInt(c.fromProduct));
  if (!accountTakes(state, c.toProduct, c.toSub, c.asset))
    return state.refuse(refuse.ASSET_NOT_IN_PRODUCT, BigInt(c.toProduct));
  if (isBarred(state, c)) return state.refuse(refuse.POSITION_IN_LIQUIDATION);
  const { ledger } = state;
  const source = ledger.find(c.uid, accountKey(c.fromProduct, c.fromSub, c.asset, bucketOf(c.fromProduct)));
  const available = transferable(state, c, source);
  if (available < c.amount)
    return state.refuse(refuse.INSUFFICIENT_TRANSFERABLE, c.amount, available < 0n ? 0n : available);

  const id = state.next(variable.lastTransfer);
  const target = ledger.account(c.uid, accountKey(c.toProduct, c.toSub, c.asset, bucketOf(c.toProduct)));
  const transit = ledger.account(0, accountKey(0, 0, c.asset, system.transit));
  ledger.beginEntry(entryCause.transfer, id);
  ledger.lineBig(source, -c.amount);
  ledger.lineBig(transit, c.amount);
  ledger.lineBig(transit, -c.amount);
  ledger.lineBig(target, c.amount);
  ledger.endEntry();
  state.result.ref = id;
  state.events.emit("transferred", {
    uid: c.uid,
    transferId: id,
    fromProduct: c.fromProduct,
    fromSub: c.fromSub,
    toProduct: c.toProduct,
    toSub: c.toSub,
    asset: c.asset,
    amountHigh: highOf(c.amount),
    amountLow: lowOf(c.amount),
  });
  followUp(state, c);
}

/** a transfer out of the USDT futures forfeits the trading bonus. Futures accounts and margin pairs are looked at again. */
function followUp(state: State, c: CommandOf<"transfer">): void {
  if (c.fromProduct === product.margin) touchPair(state, c.uid, c.fromSub);
  if (c.toProduct === product.margin) touchPair(state, c.uid, c.toSub);
  for (const productId of [c.fromProduct, c.toProduct]) {
    const margin = isFutures(productId) ? state.userContracts.findMargin(c.uid, productId, c.asset) : 0;
    if (margin === 0) continue;
    state.pending.margins.add(margin);
    if (productId !== c.fromProduct || productId !== product.futuresUsdt) continue;
    const grants = Array.from(grantsOf(state, margin, grantKind.trading));
    for (const grant of grants) endGrant(state, grant, entryCause.forfeit);
  }
}
