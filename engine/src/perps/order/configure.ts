import type { CommandOf } from "@tidemark/contracts/journal";
import { fundingCapOf, isRate, moneyLimit, tierFaultOf } from "@tidemark/money";
import { accountKey, system } from "../../ledger/accounts.ts";
import { Market, marketKind } from "../../records/market.ts";
import { userMarketOf } from "../../orders/user-market.ts";
import { UserMarket } from "../../records/user.ts";
import { refuse } from "../../events/refusals.ts";
import type { SlicedWork } from "../../memory/slices.ts";
import type { State } from "../../state/state.ts";
import { Contract, tierCountMax } from "../../records/contract.ts";
import { touch } from "../margin/risk.ts";
import { openPositions, posSide } from "../../records/user-contract.ts";

const leverageMax = 125;
const minuteMs = 60_000;

function isSound(state: State, c: CommandOf<"configure_contract">, market: number): boolean {
  const { w } = state.memory;
  if (market === 0 || w[market + Market.kind] === marketKind.spot) return false;
  const settles = w[market + Market.kind] === marketKind.linear ? w[market + Market.quote] : w[market + Market.base];
  if (c.settle !== settles) return false;
  const contract = w[market + Market.contract]!;
  if (contract !== 0 && w[contract + Contract.settle] !== c.settle) return false;
  for (const rate of [c.flashBand, c.markClamp, c.liqFeeRate, c.fundingCap])
    if (!isRate(rate) || rate < 0) return false;
  if (!isRate(c.interestRate) || c.oiCap <= 0n || c.oiCap >= moneyLimit || c.impactNotional <= 0n) return false;
  if (c.maxLeverage < 1 || c.maxLeverage > leverageMax || c.fundingIntervalMs < minuteMs) return false;
  return c.tiers.length <= tierCountMax && tierFaultOf(c.tiers) === undefined;
}

/**
 * what makes a market a perpetual. It is configured before it opens; a later change takes effect at once, but the
 * funding time that is already set stays, and the new interval counts from there.
 */
export function configureContract(state: State, c: CommandOf<"configure_contract">): SlicedWork | void {
  const { memory } = state;
  const { w } = memory;
  const market = state.markets.at(c.market);
  if (!isSound(state, c, market)) return state.refuse(refuse.CONFIG_INVALID);
  const contract = state.contracts.create(market);
  const product = w[market + Market.product]!;
  const ofContract = (what: number): number => state.ledger.account(0, accountKey(product, c.market, c.settle, what));
  const ofProduct = (what: number): number => state.ledger.account(0, accountKey(product, 0, c.settle, what));
  memory.set(contract + Contract.settle, c.settle);
  memory.set(contract + Contract.flashBand, c.flashBand);
  memory.set(contract + Contract.markClamp, c.markClamp);
  memory.set(contract + Contract.liqFeeRate, c.liqFeeRate);
  memory.set(contract + Contract.maxTriggers, c.maxTriggers);
  memory.set(contract + Contract.maxLeverage, c.maxLeverage);
  memory.set(contract + Contract.interestRate, c.interestRate);
  memory.set(contract + Contract.fundingCap, c.fundingCap === 0 ? fundingCapOf(c.tiers[0]!.mmr) : c.fundingCap);
  memory.setNumber(contract + Contract.fundingIntervalMs, c.fundingIntervalMs);
  memory.setMoney(contract + Contract.oiCap, c.oiCap);
  memory.setMoney(contract + Contract.impactNotional, c.impactNotional);
  memory.set(contract + Contract.clearing, ofContract(system.clearing));
  memory.set(contract + Contract.funding, ofContract(system.funding));
  memory.set(contract + Contract.insurance, ofProduct(system.insurance));
  memory.set(contract + Contract.rounding, ofProduct(system.rounding));
  memory.set(contract + Contract.fees, ofProduct(system.fees));
  memory.set(contract + Contract.treasury, ofProduct(system.treasury));
  memory.set(contract + Contract.deficit, ofProduct(system.deficit));
  state.contracts.writeTiers(contract, c.tiers);
  if (memory.number(contract + Contract.nextFundingAt) === 0) {
    const interval = c.fundingIntervalMs;
    memory.setNumber(contract + Contract.nextFundingAt, Math.floor(state.now / interval) * interval + interval);
    memory.setNumber(contract + Contract.nextPremiumAt, Math.floor(state.now / minuteMs) * minuteMs + minuteMs);
  }
  if (w[contract + Contract.inventory] === 0)
    memory.set(contract + Contract.inventory, w[userMarketOf(state, 0, c.market, product) + UserMarket.userContract]!);
  state.events.emit("contract_configured", { market: c.market });
  return touchAll(state, contract);
}

/** Everybody's maintenance margin may have changed. */
function* touchAll(state: State, contract: number): SlicedWork {
  for (const side of [posSide.long, posSide.short])
    for (const position of openPositions(state.memory, contract, side)) {
      touch(state, position);
      state.memory.countLookups(1);
      if (state.isSliceOver) yield;
    }
}
