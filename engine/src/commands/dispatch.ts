import type { Command, CommandOf, CommandType } from "@tidemark/contracts/journal";
import { amend } from "./amend.ts";
import { closeVoucher } from "./close-voucher.ts";
import { grantBonus, openVoucher, recallGrant } from "./bonus.ts";
import { cancel, cancelAll, cancelByKey } from "./cancel.ts";
import { creditDeposit } from "./deposit.ts";
import { closeAll, flashClose } from "./flash-close.ts";
import {
  creditTreasury,
  fundCampaign,
  moveTreasury,
  payCoupon,
  payEarn,
  payReferral,
  reverseDeposit,
  seedFund,
  subscribeEarn,
  sweepRounding,
} from "./treasury.ts";
import { changeMargin, setLeverage, setMarginMode } from "./margin.ts";
import { borrow, configurePair, repay } from "./pairs.ts";
import { place } from "./place.ts";
import { reversePosition } from "./reverse.ts";
import { reverseProfit } from "./reverse-profit.ts";
import { settleMarket } from "./settle-market.ts";
import { setTpsl } from "./tpsl.ts";
import { placeTrailingStop } from "./trailing-stop.ts";
import { transfer } from "./transfer.ts";
import { liftProducer } from "./lift-producer.ts";
import { cancelAfter, replaceWithdrawalLock, setKycLevel, setTradingStop, setWithdrawalLock } from "./users.ts";
import {
  configureAsset,
  configureFees,
  configureMarket,
  setAccountStatus,
  setMarketStatus,
  setVipLevel,
} from "../markets/configure.ts";
import { setSourcePrice } from "../markets/index-price.ts";
import { configureContract } from "../perps/order/configure.ts";
import type { SlicedWork } from "../memory/slices.ts";
import { upgrade } from "../state/logic-version.ts";
import type { State } from "../state/state.ts";
import { endWithdrawal, requestWithdrawal } from "./withdrawal.ts";

type Handler<T extends CommandType> = (state: State, command: CommandOf<T>) => true | SlicedWork | void;

/** The whole product's behaviour starts here. A new command does not compile until it has its line. */
const handlers: { readonly [T in CommandType]: Handler<T> } = {
  place_order: place,
  cancel_order: cancel,
  cancel_all: cancelAll,
  amend_order: amend,
  transfer: transfer,
  cancel_by_key: cancelByKey,
  set_tpsl: setTpsl,
  flash_close: flashClose,
  close_all: closeAll,
  set_margin_mode: setMarginMode,
  set_leverage: setLeverage,
  change_margin: changeMargin,
  cancel_after: cancelAfter,
  earn_subscribe: subscribeEarn,
  earn_redeem: subscribeEarn,
  borrow: borrow,
  repay: repay,
  place_trailing_stop: placeTrailingStop,
  reverse_position: reversePosition,
  credit_deposit: creditDeposit,
  credit_treasury: creditTreasury,
  reverse_deposit: reverseDeposit,
  end_withdrawal: endWithdrawal,
  source_price_set: setSourcePrice,
  set_vip_level: setVipLevel,
  set_withdrawal_lock: setWithdrawalLock,
  set_kyc_level: setKycLevel,
  grant_bonus: grantBonus,
  recall_grant: recallGrant,
  pay_coupon: payCoupon,
  pay_referral: payReferral,
  pay_earn: payEarn,
  open_voucher: openVoucher,
  request_withdrawal: requestWithdrawal,
  set_account_status: setAccountStatus,
  configure_asset: configureAsset,
  configure_market: configureMarket,
  set_market_status: setMarketStatus,
  configure_fees: configureFees,
  configure_contract: configureContract,
  configure_pair: configurePair,
  settle_market: settleMarket,
  move_treasury: moveTreasury,
  seed_fund: seedFund,
  upgrade: upgrade,
  sweep_rounding: sweepRounding,
  set_trading_stop: setTradingStop,
  fund_campaign: fundCampaign,
  replace_withdrawal_lock: replaceWithdrawalLock,
  lift_producer: liftProducer,
  reverse_profit: reverseProfit,
  close_voucher: closeVoucher,
};

/** A sliced work: the command goes on in slices; everything else has ended. */
export function dispatch(state: State, command: Command): true | SlicedWork | void {
  // The table's type pairs each command with its own handler; the compiler cannot follow the pair through a lookup.
  const handler = handlers[command.type] as (state: State, command: Command) => true | SlicedWork | void;
  return handler(state, command);
}
