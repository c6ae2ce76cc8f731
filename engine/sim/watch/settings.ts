import { accountKey, bucket } from "../../src/ledger/accounts.ts";
import { Market } from "../../src/records/market.ts";
import { Contract } from "../../src/records/contract.ts";
import {
  Position,
  positionOf,
  Margin,
  marginMode,
  posSide,
  UserContract,
  userContractsOf,
} from "../../src/records/user-contract.ts";
import type { State } from "../../src/state/state.ts";
import type { LedgerFold, Of, Report } from "./ledger.ts";
import type { PositionFold } from "./positions.ts";

type Settings = { readonly mode: number; readonly long: number; readonly short: number };
const atFirst: Settings = { mode: marginMode.cross, long: 20, short: 20 };
const sides = [posSide.long, posSide.short] as const;

/** mode and leverage of a user in a contract are what he set himself, as told; no voucher and nothing else changes them. */
export class SettingsFold {
  declare private readonly report: Report;
  declare private readonly ledger: LedgerFold;
  declare private readonly positions: PositionFold;
  private readonly settings = new Map<number, Settings>();

  constructor(report: Report, ledger: LedgerFold, positions: PositionFold) {
    this.report = report;
    this.ledger = ledger;
    this.positions = positions;
  }

  see(event: Of<"margin_settings">): void {
    const { mode, longLeverage: long, shortLeverage: short } = event;
    this.settings.set(event.uid * 4_096 + event.market, { mode, long, short });
  }

  private of(uid: number, market: number): Settings {
    return this.settings.get(uid * 4_096 + market) ?? atFirst;
  }

  isIsolated(uid: number, market: number, side: number): boolean {
    return this.of(uid, market).mode === marginMode.isolated || this.positions.isVoucher(uid, market, side);
  }

  /** What is left behind a position: its own margin, or the equity of its account, at the marks and balances told so far. */
  leftBehind(state: State, uid: number, market: number, side: number): bigint {
    const { w } = state.memory;
    const record = state.markets.at(market);
    const ofProduct = w[record + Market.product]!;
    const asset = w[w[record + Market.contract]! + Contract.settle]!;
    const balance = (sub: number, which: number): bigint =>
      this.ledger.balance(uid, accountKey(ofProduct, sub, asset, which));
    if (this.isIsolated(uid, market, side))
      return balance(market, side === posSide.long ? bucket.iso : bucket.isoShort);
    let equity = balance(0, bucket.cash) + balance(0, bucket.bonus);
    for (const other of state.markets.all()) {
      const contract = w[other + Market.contract]!;
      const isOurs =
        contract !== 0 && w[other + Market.product] === ofProduct && w[contract + Contract.settle] === asset;
      if (!isOurs) continue;
      const id = w[other + Market.id]!;
      for (const each of sides)
        if (!this.isIsolated(uid, id, each)) equity += this.positions.unrealisedOf(uid, id, each);
    }
    return equity;
  }

  compare(state: State): void {
    const { memory } = state;
    const { w } = memory;
    for (const margin of state.userContracts.accounts.records())
      for (const userContract of userContractsOf(memory, margin)) {
        const uid = w[margin + Margin.uid]!;
        if (uid === 0) continue;
        const market = w[w[userContract + UserContract.market]! + Market.id]!;
        const { mode, long, short } = this.of(uid, market);
        const [longNow, shortNow] = sides.map((side) => w[positionOf(userContract, side) + Position.leverage]!);
        if (w[userContract + UserContract.mode] !== mode || longNow !== long || shortNow !== short)
          this.report(
            `A-8 user ${uid} in ${market}: mode ${w[userContract + UserContract.mode]}, ${longNow} and ${shortNow}; set were ${mode}, ${long}, ${short}`,
          );
      }
  }
}
