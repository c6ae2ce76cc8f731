import type { Command } from "@tidemark/contracts/codec";
import { amend } from "./amend.ts";
import { grantBonus, openVoucher, recallGrant } from "./bonus.ts";
import { cancel, cancelAll, cancelByKey } from "./cancel.ts";
import { creditDeposit } from "./deposit.ts";
import { closeAll, flashClose } from "./flash-close.ts";
import {
  creditHouse,
  fundCampaign,
  moveHouse,
  payCoupon,
  payEarn,
  payReferral,
  reverseDeposit,
  seedFund,
  subscribeEarn,
  sweepRounding,
} from "./house.ts";
import { changeMargin, setLeverage, setMarginMode } from "./margin.ts";
import { borrow, configurePair, repay } from "./pairs.ts";
import { place } from "./place.ts";
import { reversePosition } from "./reverse.ts";
import { settleMarket } from "./settle-market.ts";
import { setTpsl } from "./tpsl.ts";
import { placeTrailingStop } from "./trailing-stop.ts";
import { transfer } from "./transfer.ts";
import { cancelAfter, setKycLevel, setTradingStop, setWithdrawalLock } from "./users.ts";
import {
  configureAsset,
  configureFees,
  configureMarket,
  setAccountStatus,
  setMarketStatus,
  setVipLevel,
  upgrade,
} from "../markets/configure.ts";
import { setSourcePrice } from "../markets/index-price.ts";
import { configureContract } from "../perps/configure.ts";
import type { Rest } from "../slices.ts";
import type { State } from "../state.ts";
import { endWithdrawal, requestWithdrawal } from "./withdrawal.ts";

/** The whole product's behaviour starts here. A rest: the command goes on in slices; everything else has ended. */
export function perform(state: State, command: Command): true | Rest | void {
  switch (command.type) {
    case "place_order":
      return place(state, command);
    case "cancel_order":
      return cancel(state, command);
    case "cancel_by_key":
      return cancelByKey(state, command);
    case "cancel_all":
      return cancelAll(state, command);
    case "amend_order":
      return amend(state, command);
    case "transfer":
      return transfer(state, command);
    case "set_tpsl":
      return setTpsl(state, command);
    case "flash_close":
      return flashClose(state, command);
    case "close_all":
      return closeAll(state, command);
    case "place_trailing_stop":
      return placeTrailingStop(state, command);
    case "reverse_position":
      return reversePosition(state, command);
    case "set_margin_mode":
      return setMarginMode(state, command);
    case "set_leverage":
      return setLeverage(state, command);
    case "change_margin":
      return changeMargin(state, command);
    case "cancel_after":
      return cancelAfter(state, command);
    case "earn_subscribe":
    case "earn_redeem":
      return subscribeEarn(state, command);
    case "borrow":
      return borrow(state, command);
    case "repay":
      return repay(state, command);
    default:
      return performOther(state, command);
  }
}

/** Users' commands carry the client's key, all others their producer's number. */
export type OfUser = Extract<Command, { key: unknown }>;
type Other = Exclude<Command, OfUser>;

/** What the wallet, the oracles, the platform and operators may give. */
function performOther(state: State, command: Other): true | Rest | void {
  switch (command.type) {
    case "credit_deposit":
      return creditDeposit(state, command);
    case "credit_house":
      return creditHouse(state, command);
    case "reverse_deposit":
      return reverseDeposit(state, command);
    case "request_withdrawal":
      return requestWithdrawal(state, command);
    case "end_withdrawal":
      return endWithdrawal(state, command);
    case "source_price_set":
      return setSourcePrice(state, command);
    case "set_vip_level":
      return setVipLevel(state, command);
    case "set_withdrawal_lock":
      return setWithdrawalLock(state, command);
    case "set_kyc_level":
      return setKycLevel(state, command);
    case "grant_bonus":
      return grantBonus(state, command);
    case "recall_grant":
      return recallGrant(state, command);
    case "pay_coupon":
      return payCoupon(state, command);
    case "pay_referral":
      return payReferral(state, command);
    case "pay_earn":
      return payEarn(state, command);
    case "open_voucher":
      return openVoucher(state, command);
    default:
      return performOperator(state, command);
  }
}

type OfOperator = Exclude<
  Other,
  {
    type:
      | "credit_deposit"
      | "credit_house"
      | "reverse_deposit"
      | "end_withdrawal"
      | "request_withdrawal"
      | "source_price_set"
      | "set_vip_level"
      | "set_withdrawal_lock"
      | "set_kyc_level"
      | "grant_bonus"
      | "recall_grant"
      | "pay_coupon"
      | "pay_referral"
      | "pay_earn"
      | "open_voucher";
  }
>;

function performOperator(state: State, command: OfOperator): true | Rest | void {
  switch (command.type) {
    case "set_account_status":
      return setAccountStatus(state, command);
    case "configure_asset":
      return configureAsset(state, command);
    case "configure_market":
      return configureMarket(state, command);
    case "configure_contract":
      return configureContract(state, command);
    case "configure_pair":
      return configurePair(state, command);
    case "configure_fees":
      return configureFees(state, command);
    case "set_market_status":
      return setMarketStatus(state, command);
    case "settle_market":
      return settleMarket(state, command);
    case "move_house":
      return moveHouse(state, command);
    case "seed_fund":
      return seedFund(state, command);
    case "sweep_rounding":
      return sweepRounding(state, command);
    case "set_trading_stop":
      return setTradingStop(state, command);
    case "fund_campaign":
      return fundCampaign(state, command);
    case "upgrade":
      return upgrade(state, command);
    default:
      return unreachable(command);
  }
}

/** A new command does not compile until it has a line above. */
function unreachable(command: never): never {
  throw new Error(`no such command ${String(command)}`);
}
