import { keyOf } from "@tidemark/contracts/codec";
import { type Command, noKey, producers, unchanged } from "@tidemark/contracts/journal";
import { perpContract, perpMeasures, perp } from "./perp-scene.ts";
import { trailingStop } from "./perp-desk.ts";
import { PerpWorld } from "./perp-world.ts";
import { asset, btcUsdt, journaled, opening } from "./scene.ts";
import { people } from "./world.ts";

const one = 100_000_000n;
const uid = people.alice;
const { bob } = people;

/** A lively state: orders, positions of both modes, triggers, a grant, a loan. */
function lively(): { world: PerpWorld; ids: Record<"resting" | "perp" | "trigger", number> } {
  const world = new PerpWorld({
    alice: ["100000 USDT", "2 BTC"],
    bob: ["100000 USDT", "2 BTC"],
    carol: ["100000 USDT"],
  });
  for (const name of ["alice", "bob"] as const) {
    world.give(name, "100000 USDT");
    world.give(name, "2 BTC");
  }
  for (let i = 0; i < 5; i += 1)
    world.placed({ by: "bob", side: "SELL", price: `${50_000 + i}`, qty: "0.01", key: `bob-${i}` });
  const key = "a-key-that-is-longer-than-16";
  const resting = world.placed({ by: "alice", side: "BUY", price: "49000", qty: "0.01", key });
  world.placed({ by: "alice", side: "SELL", price: "50002", qty: "0.01" });
  world.mode("carol", "isolated");
  world.meet("alice", "bob", "1", "50000");
  world.meet("carol", "bob", "0.5", "50000");
  const perpOrder = world.sent({ by: "alice", do: "open long", qty: "0.1", price: "49000" });
  world.sent({ by: "alice", do: "close long", qty: "0.2", price: "51000" });
  const trigger = world.sent({ by: "alice", do: "open long", qty: "0.1", trigger: { price: "49500" } });
  world.tpsl("alice", 1, { tp: { price: "52000" }, sl: { price: "48000" } });
  world.trailing("alice", 1, { qty: "0.2", bps: 200 });
  world.sent({ by: "bob", do: "open short", qty: "0.3", price: "50100" });
  world.meet("alice", "bob", "2", "2500", perp.ethUsdt);
  for (const command of [
    world.wallet({ type: "credit_treasury", asset: asset.usdt, amount: 1_000n * one }),
    world.operator({ type: "fund_campaign", campaign: 7, product: 4, asset: asset.usdt, amount: 5_000n * one }),
    world.operator({ type: "fund_campaign", campaign: 7, product: 1, asset: asset.usdt, amount: 50n * one }),
    world.operator({ type: "seed_fund", fund: 2, product: 1, asset: asset.usdt, amount: 50n * one }),
    journaled({ ...moving(4, 1), amount: 1_000n * one }),
    journaled({ type: "earn_subscribe", uid, key: noKey, asset: asset.usdt, amount: 100n * one }),
    world.operator({ type: "set_kyc_level", uid, level: 1 }),
    world.operator({ type: "request_withdrawal", uid, asset: asset.usdt, amount: 50n * one }),
    world.operator({ type: "set_market_status", market: perp.ethUsdt, status: 3, liquidates: false }),
    journaled({ ...moving(4, 5), toSub: btcUsdt, amount: 5_000n * one }),
    journaled({ type: "borrow", uid, key: noKey, market: btcUsdt, asset: asset.usdt, amount: 1_000n * one }),
    // Two bodies under one number: this producer is stopped.
    ...[1n, 2n].map((amount) => {
      const counted = { producer: producers.walletTools + 1, number: 1 };
      return journaled({ type: "credit_treasury", ...counted, asset: asset.usdt, amount });
    }),
    // Last, since a transfer out of the futures would take it back.
    grant(world, 1),
  ])
    world.do(command);
  world.batch(5);
  return { world, ids: { resting, perp: perpOrder, trigger } };
}

const moving = (fromProduct: number, toProduct: number) =>
  ({
    type: "transfer",
    uid,
    key: noKey,
    fromProduct,
    fromSub: 0,
    toProduct,
    toSub: 0,
    asset: asset.usdt,
    amount: 5_000n,
  }) as const;

const grant = (world: PerpWorld, id: number): Command =>
  world.operator({
    type: "grant_bonus",
    uid,
    grant: id,
    campaign: 7,
    kind: 0,
    amount: 50n * one,
    ratio: 100_000_000,
    endsAt: world.at + 1_000_000,
    market: 0,
    minLeverage: 0,
    maxLeverage: 0,
  });

/** That state, and one command of every kind that changes it: what a new command joins in the commit that declares it. */
export function scene(): { world: PerpWorld; kinds: Record<string, () => Command> } {
  const { world, ids } = lively();
  return { world, kinds: { ...spotKinds(world, ids.resting), ...perpKinds(world, ids), ...otherKinds(world) } };
}

function spotKinds(world: PerpWorld, resting: number): Record<string, () => Command> {
  return {
    "place_order that rests": () =>
      world.order({ by: "alice", side: "BUY", price: "48000", qty: "0.01", key: "a-long-key-of-another-order" }),
    "place_order that sweeps, meets its own order and rests": () =>
      world.order({ by: "alice", side: "BUY", price: "50004", qty: "0.1", key: "sweep" }),
    "place_order by amount": () => world.order({ by: "alice", side: "BUY", type: "MARKET", quoteAmount: "900" }),
    cancel_order: () => journaled({ type: "cancel_order", uid, key: keyOf("c"), orderId: resting }),
    cancel_by_key: () => journaled({ type: "cancel_by_key", uid: bob, key: noKey, target: keyOf("bob-3") }),
    cancel_all: () =>
      journaled({
        type: "cancel_all",
        uid,
        key: noKey,
        market: 65_535,
        product: 0,
        posSide: 0,
        includeTriggers: true,
        includeTpsl: true,
      }),
    "amend_order in place": () => amending(resting, { qty: 500_000 }),
    "amend_order that takes": () => amending(resting, { price: 5_000_100_000_000 }),
    transfer: () => journaled(moving(4, 1)),
  };
}

const amending = (orderId: number, change: { price?: number; qty?: number; trigger?: number }): Command =>
  journaled({
    type: "amend_order",
    uid,
    key: noKey,
    orderId,
    price: change.price ?? unchanged,
    qty: change.qty ?? unchanged,
    trigger: change.trigger ?? unchanged,
  });

function perpKinds(world: PerpWorld, ids: { perp: number; trigger: number }): Record<string, () => Command> {
  const of = { uid, key: noKey, market: perp.btcUsdt };
  return {
    "place_order that opens, with TP/SL": () =>
      world.perpOrder({
        by: "alice",
        do: "open long",
        qty: "0.4",
        price: "50100",
        tp: { price: "53000" },
        sl: { price: "47000" },
      }),
    "place_order that closes": () => world.perpOrder({ by: "bob", do: "close short", qty: "0.1", price: "51000" }),
    "place_order fill or kill": () =>
      world.perpOrder({ by: "alice", do: "open long", qty: "0.3", price: "50100", tif: "FOK" }),
    "place_order that waits": () =>
      world.perpOrder({ by: "alice", do: "open short", qty: "0.1", trigger: { price: "51500", by: "MARK" } }),
    "amend_order of a perpetual": () => amending(ids.perp, { price: 4_950_000_000_000, qty: 20_000_000 }),
    "amend_order that waits": () => amending(ids.trigger, { trigger: 4_900_000_000_000 }),
    set_tpsl: () => journaled({ type: "set_tpsl", ...of, posSide: 1, qty: 0, sl: exit(4_700_000_000_000) }),
    place_trailing_stop: () => trailingStop(uid, perp.btcUsdt, 1, { qty: "0.5", bps: 100 }),
    "place_trailing_stop that waits for its activation": () =>
      trailingStop(bob, perp.btcUsdt, 2, { by: "LAST", ticks: 500, activation: "49500" }),
    reverse_position: () =>
      journaled({ type: "reverse_position", uid: people.carol, key: noKey, market: perp.btcUsdt, posSide: 1 }),
    flash_close: () => journaled({ type: "flash_close", uid: bob, key: noKey, market: perp.btcUsdt, posSide: 2 }),
    close_all: () => journaled({ type: "close_all", uid: bob, key: noKey, product: 0 }),
    set_margin_mode: () => journaled({ type: "set_margin_mode", ...of, market: perp.ethUsd, mode: 1 }),
    set_leverage: () => journaled({ type: "set_leverage", ...of, posSide: 0, leverage: 50 }),
    change_margin: () =>
      journaled({
        type: "change_margin",
        uid: people.carol,
        key: noKey,
        market: perp.btcUsdt,
        posSide: 1,
        amount: 10n * one,
      }),
    cancel_after: () => journaled({ type: "cancel_after", uid, key: noKey, ms: 5_000, market: 65_535, product: 0 }),
    earn_subscribe: () => journaled({ type: "earn_subscribe", uid, key: keyOf("s"), asset: asset.usdt, amount: one }),
    earn_redeem: () => journaled({ type: "earn_redeem", uid, key: noKey, asset: asset.usdt, amount: one }),
    borrow: () => journaled({ type: "borrow", uid, key: noKey, market: btcUsdt, asset: asset.btc, amount: one / 100n }),
    repay: () => journaled({ type: "repay", uid, key: noKey, market: btcUsdt, asset: asset.usdt, amount: 500n * one }),
  };
}

const exit = (price: number) => ({ price, by: 1, limit: 0 });

function otherKinds(world: PerpWorld): Record<string, () => Command> {
  const { operator: say, wallet } = world;
  const usdt = asset.usdt;
  return {
    credit_deposit: () => wallet({ type: "credit_deposit", uid: 99, asset: 1, amount: 10n ** 17n, reference: "x" }),
    credit_treasury: () => wallet({ type: "credit_treasury", asset: usdt, amount: 500n * one }),
    reverse_deposit: () => wallet({ type: "reverse_deposit", deposit: 1, uid, asset: usdt, amount: one }),
    request_withdrawal: () => say({ type: "request_withdrawal", uid, asset: usdt, amount: 20n * one }),
    end_withdrawal: () => wallet({ type: "end_withdrawal", withdrawal: 1, fee: one, isSent: true }),
    source_price_set: () =>
      journaled({ type: "source_price_set", producer: 0, number: 0, market: 1, source: 1, price: 5_100_000_000_000 }),
    set_vip_level: () => say({ type: "set_vip_level", uid, level: 3 }),
    set_withdrawal_lock: () => say({ type: "set_withdrawal_lock", uid, until: world.at + 86_400_000 }),
    replace_withdrawal_lock: () => say({ type: "replace_withdrawal_lock", uid, until: world.at + 1_000 }),
    lift_producer: () => say({ type: "lift_producer", stopped: producers.walletTools + 1, next: 2 }),
    set_kyc_level: () => say({ type: "set_kyc_level", uid, level: 2 }),
    grant_bonus: () => grant(world, 2),
    recall_grant: () => say({ type: "recall_grant", grant: 1 }),
    reverse_profit: () => say({ type: "reverse_profit", uid, campaign: 7, coupon: 12, amount: one }),
    pay_coupon: () => say({ type: "pay_coupon", uid, campaign: 7, asset: usdt, amount: one, coupon: 12 }),
    pay_referral: () => say({ type: "pay_referral", uid, product: 4, asset: usdt, amount: one, day: 20_408 }),
    close_voucher: () => say({ type: "close_voucher", uid, voucher: 3, market: perp.btcUsdt, posSide: 1 }),
    pay_earn: () => say({ type: "pay_earn", uid, asset: usdt, amount: one, day: 20_408 }),
    open_voucher: () =>
      say({
        type: "open_voucher",
        uid: people.dave,
        voucher: 5,
        campaign: 7,
        market: perp.btcUsdt,
        posSide: 1,
        leverage: 20,
        face: 100n * one,
      }),
    set_account_status: () => say({ type: "set_account_status", uid, product: 4, status: 1 }),
    configure_asset: () =>
      say({ type: "configure_asset", asset: 9, code: "SOL", scale: 8, displayDecimals: 4, maxHeld: 10n ** 18n }),
    configure_market: () => ({
      ...say({ ...(opening((draft) => draft as never)[3]! as never as object), market: 9 } as never),
    }),
    configure_contract: () => {
      const [, contract] = perpContract((draft) => draft as never, perp.btcUsdt, perpMeasures[perp.btcUsdt]!);
      return say({ ...contract, maxTriggers: 60 } as never);
    },
    configure_pair: () => say({ type: "configure_pair", market: 2, leverage: 3, baseRate: 1, quoteRate: 1 }),
    configure_fees: () =>
      say({ type: "configure_fees", level: 7, spotMaker: 1, spotTaker: 2, perpMaker: 3, perpTaker: 4 }),
    set_market_status: () => say({ type: "set_market_status", market: 1, status: 3, liquidates: false }),
    settle_market: () => say({ type: "settle_market", market: perp.ethUsdt, mark: 251_000_000_000 }),
    move_treasury: () => say({ type: "move_treasury", product: 3, asset: usdt, amount: one }),
    seed_fund: () => say({ type: "seed_fund", fund: 0, product: 4, asset: usdt, amount: one }),
    sweep_rounding: () => say({ type: "sweep_rounding", product: 4, asset: usdt }),
    set_trading_stop: () => say({ type: "set_trading_stop", uid, market: 0, stopped: true }),
    fund_campaign: () => say({ type: "fund_campaign", campaign: 8, product: 4, asset: usdt, amount: one }),
    upgrade: () => journaled({ type: "upgrade", producer: 0, number: 0, to: 9, migration: "x", codeHash: "y" }),
  };
}
