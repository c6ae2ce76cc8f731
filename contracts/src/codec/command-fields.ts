import type { Reader, Writer } from "./bytes.ts";
import type { Command, ContractTier, Exit, Trigger } from "./commands.ts";

// Fields of the rare commands, in the order they stand on disk. The frequent ones are written out by hand below.
type FieldKind = "u8" | "u16" | "u32" | "u48" | "u53" | "i32" | "i64" | "text" | "flag" | "weights" | "tiers" | "exits";
type Fields = readonly (readonly [string, FieldKind])[];

/** Of users: these stand between who gives the command and its key. */
export const userFields: Partial<Record<Command["type"], Fields>> = {
  cancel_all: [
    ["market", "u16"],
    ["product", "u8"],
    ["posSide", "u8"],
    ["includeTriggers", "flag"],
    ["includeTpsl", "flag"],
  ],
  amend_order: [
    ["orderId", "u48"],
    ["price", "u53"],
    ["qty", "u53"],
    ["trigger", "u53"],
  ],
  transfer: [
    ["fromProduct", "u8"],
    ["fromSub", "u16"],
    ["toProduct", "u8"],
    ["toSub", "u16"],
    ["asset", "u16"],
    ["amount", "i64"],
  ],
  set_tpsl: [
    ["market", "u16"],
    ["posSide", "u8"],
    ["qty", "u53"],
    ["exits", "exits"],
  ],
  flash_close: [
    ["market", "u16"],
    ["posSide", "u8"],
  ],
  close_all: [["product", "u8"]],
  place_trailing_stop: [
    ["market", "u16"],
    ["posSide", "u8"],
    ["qty", "u53"],
    ["by", "u8"],
    ["callbackBps", "u16"],
    ["callbackTicks", "u32"],
    ["activation", "u53"],
  ],
  reverse_position: [
    ["market", "u16"],
    ["posSide", "u8"],
  ],
  set_margin_mode: [
    ["market", "u16"],
    ["mode", "u8"],
  ],
  set_leverage: [
    ["market", "u16"],
    ["posSide", "u8"],
    ["leverage", "u8"],
  ],
  change_margin: [
    ["market", "u16"],
    ["posSide", "u8"],
    ["amount", "i64"],
  ],
  cancel_after: [
    ["ms", "u32"],
    ["market", "u16"],
    ["product", "u8"],
  ],
  earn_subscribe: [
    ["asset", "u16"],
    ["amount", "i64"],
  ],
  earn_redeem: [
    ["asset", "u16"],
    ["amount", "i64"],
  ],
  borrow: [
    ["market", "u16"],
    ["asset", "u16"],
    ["amount", "i64"],
  ],
  repay: [
    ["market", "u16"],
    ["asset", "u16"],
    ["amount", "i64"],
  ],
};

export const rareFields: Partial<Record<Command["type"], Fields>> = {
  credit_deposit: [
    ["uid", "u32"],
    ["asset", "u16"],
    ["amount", "i64"],
    ["reference", "text"],
  ],
  source_price_set: [
    ["market", "u16"],
    ["source", "u8"],
    ["price", "u53"],
  ],
  set_vip_level: [
    ["uid", "u32"],
    ["level", "u8"],
  ],
  set_account_status: [
    ["uid", "u32"],
    ["product", "u8"],
    ["status", "u8"],
  ],
  configure_asset: [
    ["asset", "u16"],
    ["code", "text"],
    ["scale", "u8"],
    ["displayDecimals", "u8"],
    ["maxHeld", "i64"],
  ],
  configure_market: [
    ["market", "u16"],
    ["symbol", "text"],
    ["kind", "u8"],
    ["base", "u16"],
    ["quote", "u16"],
    ["product", "u8"],
    ["tick", "u53"],
    ["lot", "u53"],
    ["minQty", "u53"],
    ["maxQty", "u53"],
    ["maxMarketQty", "u53"],
    ["minNotional", "u53"],
    ["maxNotional", "u53"],
    ["minPrice", "u53"],
    ["maxPrice", "u53"],
    ["band", "u32"],
    ["farBand", "u32"],
    ["marketProtection", "u32"],
    ["indexCap", "u32"],
    ["breaker", "u32"],
    ["maxOpenOrders", "u32"],
    ["weights", "weights"],
  ],
  set_market_status: [
    ["market", "u16"],
    ["status", "u8"],
    ["liquidates", "flag"],
  ],
  configure_fees: [
    ["level", "u8"],
    ["spotMaker", "i32"],
    ["spotTaker", "i32"],
    ["perpMaker", "i32"],
    ["perpTaker", "i32"],
  ],
  configure_contract: [
    ["market", "u16"],
    ["settle", "u16"],
    ["flashBand", "u32"],
    ["markClamp", "u32"],
    ["liqFeeRate", "u32"],
    ["oiCap", "i64"],
    ["maxTriggers", "u16"],
    ["maxLeverage", "u8"],
    ["fundingIntervalMs", "u32"],
    ["interestRate", "i32"],
    ["fundingCap", "u32"],
    ["impactNotional", "i64"],
    ["tiers", "tiers"],
  ],
  configure_pair: [
    ["market", "u16"],
    ["leverage", "u8"],
    ["baseRate", "u32"],
    ["quoteRate", "u32"],
  ],
  settle_market: [
    ["market", "u16"],
    ["mark", "u53"],
  ],
  credit_house: [
    ["asset", "u16"],
    ["amount", "i64"],
  ],
  move_house: [
    ["product", "u8"],
    ["asset", "u16"],
    ["amount", "i64"],
  ],
  seed_fund: [
    ["fund", "u8"],
    ["product", "u8"],
    ["asset", "u16"],
    ["amount", "i64"],
  ],
  sweep_rounding: [
    ["product", "u8"],
    ["asset", "u16"],
  ],
  reverse_deposit: [
    ["uid", "u32"],
    ["asset", "u16"],
    ["amount", "i64"],
  ],
  request_withdrawal: [
    ["uid", "u32"],
    ["asset", "u16"],
    ["amount", "i64"],
  ],
  end_withdrawal: [
    ["uid", "u32"],
    ["asset", "u16"],
    ["amount", "i64"],
    ["fee", "i64"],
    ["isSent", "flag"],
  ],
  set_trading_stop: [
    ["uid", "u32"],
    ["market", "u16"],
    ["stopped", "flag"],
  ],
  set_withdrawal_lock: [
    ["uid", "u32"],
    ["until", "u53"],
  ],
  set_kyc_level: [
    ["uid", "u32"],
    ["level", "u8"],
  ],
  fund_campaign: [
    ["campaign", "u32"],
    ["product", "u8"],
    ["asset", "u16"],
    ["amount", "i64"],
  ],
  grant_bonus: [
    ["uid", "u32"],
    ["grant", "u32"],
    ["campaign", "u32"],
    ["kind", "u8"],
    ["amount", "i64"],
    ["ratio", "u32"],
    ["endsAt", "u53"],
    ["market", "u16"],
    ["minLeverage", "u8"],
    ["maxLeverage", "u8"],
  ],
  recall_grant: [["grant", "u32"]],
  pay_coupon: [
    ["uid", "u32"],
    ["campaign", "u32"],
    ["asset", "u16"],
    ["amount", "i64"],
  ],
  pay_referral: [
    ["uid", "u32"],
    ["product", "u8"],
    ["asset", "u16"],
    ["amount", "i64"],
  ],
  pay_earn: [
    ["uid", "u32"],
    ["asset", "u16"],
    ["amount", "i64"],
  ],
  open_voucher: [
    ["uid", "u32"],
    ["voucher", "u32"],
    ["campaign", "u32"],
    ["market", "u16"],
    ["posSide", "u8"],
    ["leverage", "u8"],
    ["face", "i64"],
  ],
  upgrade: [
    ["to", "u16"],
    ["migration", "text"],
    ["codeHash", "text"],
  ],
};

export function writeTrigger(out: Writer, trigger: Trigger): void {
  out.u53(trigger.price);
  out.u8(trigger.by);
}

export function writeExits(out: Writer, tp: Exit | undefined, sl: Exit | undefined): void {
  out.u8((tp === undefined ? 0 : 1) + (sl === undefined ? 0 : 2));
  for (const exit of [tp, sl]) {
    if (exit === undefined) continue;
    writeTrigger(out, exit);
    out.u53(exit.limit);
  }
}

export const readTrigger = (reader: Reader): Trigger => ({ price: reader.u53(), by: reader.u8() });

export function readExits(reader: Reader): { tp: Exit | undefined; sl: Exit | undefined } {
  const which = reader.u8();
  const exit = (): Exit => ({ ...readTrigger(reader), limit: reader.u53() });
  const tp = which % 2 === 1 ? exit() : undefined;
  return { tp, sl: which >= 2 ? exit() : undefined };
}

export function writeFields(out: Writer, fields: Fields, command: Readonly<Record<string, unknown>>): void {
  for (const [name, kind] of fields) {
    const value = command[name];
    if (kind === "text") out.text(value as string);
    else if (kind === "i64") out.i64(value as bigint);
    else if (kind === "flag") out.u8(value === true ? 1 : 0);
    else if (kind === "exits") writeExits(out, command.tp as Exit | undefined, command.sl as Exit | undefined);
    else if (kind === "tiers") writeTiers(out, value as ContractTier[]);
    else if (kind === "weights") {
      const weights = value as number[];
      out.u8(weights.length);
      for (const weight of weights) out.u8(weight);
    } else out[kind](value as number);
  }
}

function writeTiers(out: Writer, tiers: readonly ContractTier[]): void {
  out.u8(tiers.length);
  for (const tier of tiers) {
    out.i64(tier.cap);
    out.u8(tier.maxLeverage);
    out.u32(tier.mmr);
  }
}

export function readFields(reader: Reader, fields: Fields): Record<string, unknown> {
  const command: Record<string, unknown> = {};
  for (const [name, kind] of fields) {
    if (kind === "exits") Object.assign(command, readExits(reader));
    else if (kind === "flag") command[name] = reader.u8() === 1;
    else if (kind === "weights") command[name] = Array.from({ length: reader.u8() }, () => reader.u8());
    else if (kind === "tiers")
      command[name] = Array.from({ length: reader.u8() }, () => {
        const cap = reader.i64();
        return { cap, maxLeverage: reader.u8(), mmr: reader.u32() };
      });
    else command[name] = reader[kind]();
  }
  return command;
}
