import * as money from "@tidemark/money";
import { available, cancelledForMargin, equity, marginRatio, paidInTurn } from "../rules/account.ts";
import { marginValue } from "../rules/contract.ts";
import { cappedFee } from "../rules/fees.ts";
import { closeFromMargin, marginAfterLeverage, removable, topUp } from "../rules/isolated.ts";
import { unrealised } from "../rules/position.ts";
import { sumOf } from "../rules/ratio.ts";
import { assumedOfLimit, assumedOfMarket, divided, reserveLeft, reserveOf } from "../rules/reserve.ts";
import type { Chance } from "./chance.ts";
import { sameOrUnsafe } from "./positions.ts";
import {
  asPosition,
  moneyMax,
  nearbyTicks,
  orderQtyMax,
  randomPosition,
  randomMarket,
  randomQty,
  randomTicks,
} from "./scene.ts";
import type { Tally } from "./tally.ts";

const small = moneyMax / 64n;

/** Section 8.4: assumed prices, reserves, what stays of them, and how an isolated fill divides its share. */
export function reserves(chance: Chance, tally: Tally): void {
  const market = randomMarket(chance);
  const { contract, measure } = market;
  const mark = randomTicks(chance);
  const limit = nearbyTicks(chance, mark);
  const opposite = chance.oneIn(4) ? undefined : nearbyTicks(chance, mark);
  const side = chance.pick(["buy", "sell"] as const);
  const isMarket = chance.oneIn(3);
  const n = opposite === undefined ? undefined : Number(opposite);
  const assumed = isMarket
    ? assumedOfMarket(contract.kind, side, limit, mark, opposite)
    : assumedOfLimit(contract.kind, side, limit, opposite);
  tally.circumstances({ measure, side, isMarket, limit, mark, opposite });
  tally.same(
    "assumed price",
    assumed,
    isMarket
      ? money.assumedMarketTicks(measure.kind, side, Number(limit), Number(mark), n)
      : money.assumedLimitTicks(measure.kind, side, Number(limit), n),
  );
  const qty = randomQty(chance, market, [assumed, limit, mark], orderQtyMax);
  if (qty === 0n) return;
  const leverage = chance.between(1, 125);
  const takerRate = chance.pick([55_000, 32_000, 0, -1_000, chance.between(0, 9_999_999)]);
  const isCross = chance.oneIn(2);
  const order = { side, qty: Number(qty), leverage, takerRate, mark: Number(mark), limitTicks: Number(limit) };
  const asked = { ...order, mode: isCross ? "cross" : "isolated", assumedTicks: Number(assumed) } as const;
  const ours = reserveOf(contract, { side, isCross, qty, leverage: BigInt(leverage), takerRate, assumed, limit, mark });
  const theirs = money.orderReserve(measure, asked);
  tally.circumstances({ measure, asked });
  tally.same(
    "reserve",
    [ours.value, ours.margin, ours.fee, ours.loss, ours.reserve],
    [theirs.value, theirs.initialMargin, theirs.openFee, theirs.openLoss, theirs.reserve],
  );
  sameOrUnsafe(tally, "reserve in numbers", ours.reserve, money.orderReserveInNumbers(measure, asked));
  const left = chance.bigBelow(qty + 1n);
  const stays = reserveLeft(ours.reserve, left, qty);
  tally.same("reserve left", stays, money.remainingReserve(ours.reserve, Number(left), Number(qty)));
  const fee = chance.bigBelow(ours.fee > 0n ? ours.fee + 1n : 1n);
  const share = ours.reserve - stays;
  if (share < fee) return;
  const parts = divided(share, fee, ours.margin);
  const { toMargin, toCash } = money.isolatedFill(share, fee, ours.margin);
  tally.same("isolated fill", [parts.margin, parts.cash], [toMargin, toCash]);
}

/** Section 3.4, R-9.5, R-11.1, R-11.7, R-14.3, R-14.4. */
export function accounts(chance: Chance, tally: Tally): void {
  const positions = Array.from({ length: chance.below(4) }, () => ({
    pnl: chance.amount(small),
    isFrozen: chance.oneIn(5),
  }));
  const orders = Array.from({ length: chance.below(5) }, () => chance.size(small / 8n));
  const account = {
    cash: chance.amount(small),
    bonus: chance.oneIn(2) ? 0n : chance.size(small),
    positions,
    initialMargins: chance.oneIn(3) ? 0n : chance.size(small),
    orderMargins: sumOf(orders),
  };
  tally.circumstances(account);
  const live = positions.filter(({ isFrozen }) => !isFrozen).map(({ pnl }) => pnl);
  const frozen = positions.filter(({ isFrozen }) => isFrozen).map(({ pnl }) => pnl);
  const theirs = {
    cash: account.cash,
    bonus: account.bonus,
    uPnl: sumOf(live),
    initialMargin: account.initialMargins,
    orderMargin: account.orderMargins,
  };
  const all = { ...theirs, uPnl: sumOf([...live, ...frozen]) };
  const now = equity(account);
  tally.same("equity", now, money.equityOf(all));
  const free = frozen.length > 0 ? money.availableWhileFrozen(theirs, frozen) : money.availableOf(theirs);
  const { open, iso, out } = available(account);
  tally.same("available", [open, iso, out], [free.open, free.isolated, free.out]);
  tally.same("carries its margins", now >= account.initialMargins + account.orderMargins, money.carriesMargin(all));
  const needed = chance.oneIn(3) && now > 0n ? now : chance.size(small);
  tally.same("margin ratio", marginRatio(needed, now), money.marginRatioBasisPoints(needed, now));
  tally.same("liquidated", now <= needed, money.isLiquidatable(now, needed));
  const grants = [chance.size(small / 4n), chance.size(small)];
  const fund = chance.oneIn(3) ? 0n : chance.size(small);
  const [residue, treasury] = [chance.size(10n) - 1n, chance.oneIn(3) ? 0n : chance.size(small)];
  const ours = paidInTurn(-account.cash, [...grants, residue, fund, treasury]);
  const payers = money.deficitPayers(account.cash, grants);
  const others = money.shortfallPayers(payers.left, residue, fund, treasury);
  tally.same(
    "deficit",
    [...ours.paid, ours.rest],
    [...payers.fromGrants, others.fromRounding, others.fromFund, others.fromTreasury, others.deficit],
  );
  tally.same(
    "orders to cancel",
    cancelledForMargin(now, account.initialMargins, orders),
    money.ordersToCancel(now, account.initialMargins, orders),
  );
  if (frozen.length > 0) return;
  const amount = chance.pick([out, out + 1n, chance.size(small)]);
  const transfer = money.transferOut(theirs, amount);
  tally.same("transfer out", [amount > 0n && amount <= out, out], [transfer.isAllowed, transfer.availableOut]);
  const keepsOpen = account.cash - amount + sumOf(live) >= account.initialMargins + account.orderMargins;
  tally.holds(
    "what may leave leaves margins and reserves covered without bonus (R-14.3)",
    !transfer.isAllowed || keepsOpen,
  );
}

/** and the partial fees of step 3. */
export function isolatedPositions(chance: Chance, tally: Tally): void {
  const market = randomMarket(chance);
  const mark = randomTicks(chance);
  const position = randomPosition(chance, market, mark);
  if (position === undefined) return;
  const { held, side } = position;
  const leverage = chance.between(1, 125);
  const margin = chance.oneIn(8) ? 0n : chance.size(held.entry);
  tally.circumstances({ measure: market.measure, position, mark, leverage, margin });
  tally.same("top-up", topUp(held.entry, margin, BigInt(leverage)), money.leverageTopUp(held.entry, margin, leverage));
  const pnl = unrealised(market.contract, side, held, mark);
  const markValue = marginValue(market.contract, mark, held.qty);
  const before = chance.oneIn(4) ? leverage : chance.between(1, 125);
  const figures = { isoMargin: margin, entryValue: held.entry, uPnl: pnl, markValue, leverage: before };
  tally.same(
    `margin after leverage from ${before}`,
    marginAfterLeverage(margin, held.entry, pnl, markValue, BigInt(before), BigInt(leverage)),
    margin + money.leverageShift(figures, leverage),
  );
  tally.same(
    "removable",
    removable(margin, held.entry, pnl, markValue, BigInt(leverage)),
    money.removableMargin({ isoMargin: margin, entryValue: held.entry, uPnl: pnl, markValue, leverage }),
  );
  const close = chance.oneIn(3) ? held.qty : chance.size(held.qty);
  const closePnl = chance.oneIn(3) ? -margin - BigInt(chance.between(-2, 2)) : chance.amount(margin + 10n);
  const fee = chance.oneIn(6) ? -chance.size(1_000n) : chance.bigBelow(held.entry);
  tally.circumstances({ margin, qty: held.qty, close, closePnl, fee });
  const ours = closeFromMargin(margin, held.qty, close, closePnl, fee);
  const theirs = money.closeIsolated({
    isoMargin: margin,
    qty: asPosition(held).qty,
    closeQty: Number(close),
    pnl: closePnl,
    fee,
  });
  tally.same(
    "isolated close",
    [ours.released, ours.charged, ours.toCash, ours.margin, ours.overdrawn],
    [theirs.released, theirs.feeCharged, theirs.toCash, theirs.marginLeft, theirs.overdrawn],
  );
  const [cash, rounding, isVoucher] = [chance.amount(1_000n), chance.size(10n) - 1n, chance.oneIn(3)];
  const [fund, treasury] = [chance.oneIn(3) ? 0n : chance.size(100n), chance.oneIn(3) ? 0n : chance.size(100n)];
  const { paid, rest } = paidInTurn(ours.overdrawn, [isVoucher ? 0n : cash, rounding, fund, treasury]);
  const brought = money.overdraftPayers(ours.overdrawn, cash, isVoucher);
  const others = money.shortfallPayers(brought.left, rounding, fund, treasury);
  tally.same(
    "overdraft",
    [...paid, rest],
    [brought.fromCash, others.fromRounding, others.fromFund, others.fromTreasury, others.deficit],
  );
  tally.same("capped fee", cappedFee(fee, closePnl), money.feeCapped(fee, closePnl));
}
