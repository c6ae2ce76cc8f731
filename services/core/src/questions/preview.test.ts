import { calls, instrumentsOf, success } from "@tidemark/contracts";
import { voucherPreviewCall } from "@tidemark/contracts/journal";
import { people, perp, PerpWorld } from "@tidemark/engine/sim";
import { expect, test } from "vitest";
import { instrumentListOf } from "./instruments.ts";
import { answerNow } from "./now.ts";

const rich = { alice: ["100000 USDT"], bob: ["100000 USDT"] };

/** Asks as alice; the names are those of the small exchange. */
type PreviewAnswer = ReturnType<(typeof calls)["previewOrder"]["answer"]["parse"]>;
type PreviewCall = "previewFlashClose" | "previewLeverage" | "previewMargin" | "previewOrder" | "previewReverse";
function asked(world: PerpWorld, call: PreviewCall, ask: object): unknown {
  const instruments = instrumentsOf(instrumentListOf(world.state));
  const reply = answerNow(world.state, instruments, { call: calls[call].name, uid: people.alice, ask } as never);
  if (reply.code !== success) return reply;
  return calls[call].answer.parse({ source: "main", seq: 1, ...(reply.data as object) });
}

test("[A-16 R-8.7] the preview of another leverage says what an isolated position gives back or takes, and leaves everything as it is", () => {
  const world = new PerpWorld(rich);
  world.mode("alice", "isolated");
  world.meet("alice", "bob", "0.1", "50000");
  world.sent({ by: "alice", do: "open long", price: "40000", qty: "0.05" });
  const before = [world.account("alice"), world.position("alice")];
  const symbol = instrumentsOf(instrumentListOf(world.state)).marketOf(world.position("alice")!.market)!.symbol;
  const higher = { positions: [{ posSide: "LONG", isoMargin: "100", released: "150" }], toCash: "210" };
  expect(asked(world, "previewLeverage", { symbol, leverage: 50 })).toMatchObject(higher);
  const lower = { positions: [{ posSide: "LONG", isoMargin: "500", released: "-250" }], toCash: "-350" };
  expect(asked(world, "previewLeverage", { symbol, leverage: 10 })).toMatchObject(lower);
  expect(asked(world, "previewLeverage", { symbol, leverage: 126 })).toMatchObject({ code: 22002 });
  expect([world.account("alice"), world.position("alice")]).toEqual(before);
  expect(world.leverage("alice", 50)).toBe(200);
  expect(world.position("alice")).toMatchObject({ isoMargin: 10_000_000_000n });
});

test("[R-6.18] the preview of a flash close says what is taken and what it brings, and is what the close then does", () => {
  const world = new PerpWorld({ ...rich, carol: ["100000 USDT"] });
  world.meet("alice", "bob", "0.1", "50000");
  world.sent({ by: "carol", do: "open long", price: "49900", qty: "0.04" });
  const symbol = instrumentsOf(instrumentListOf(world.state)).marketOf(perp.btcUsdt)!.symbol;
  const ask = { symbol, posSide: "LONG" };
  expect(asked(world, "previewFlashClose", ask)).toMatchObject({
    filledQty: "0.0400",
    realisedPnl: "-4",
    fee: "1.0978",
    position: { qty: "0.0600" },
  });
  expect(world.position("alice")).toMatchObject({ qty: 1_000 });
  expect(asked(world, "previewFlashClose", { ...ask, posSide: "SHORT" })).toMatchObject({ code: 21020 });
  expect(world.flash("alice", 1)).toBe(200);
  expect(world.position("alice")).toMatchObject({ qty: 600 });
});

test("[R-8.8] the preview of a change of margin says margin and liquidation price, and is what the change then does", () => {
  const world = new PerpWorld(rich);
  world.mode("alice", "isolated");
  world.meet("alice", "bob", "0.1", "50000");
  const symbol = instrumentsOf(instrumentListOf(world.state)).marketOf(perp.btcUsdt)!.symbol;
  const ask = { symbol, posSide: "LONG", amount: "100", change: "ADD" };
  const before = asked(world, "previewLeverage", { symbol, leverage: 20 });
  expect(asked(world, "previewMargin", ask)).toMatchObject({ isoMargin: "350", liquidationPrice: "46686.8" });
  expect(asked(world, "previewMargin", { ...ask, change: "REMOVE" })).toMatchObject({ code: 22005 });
  expect(asked(world, "previewMargin", { ...ask, amount: "1000000" })).toMatchObject({ code: 21041 });
  expect(asked(world, "previewMargin", { ...ask, posSide: "SHORT" })).toMatchObject({ code: 21020 });
  expect(asked(world, "previewLeverage", { symbol, leverage: 20 })).toEqual(before);
  expect(world.addMargin("alice", 1, "100")).toBe(200);
  expect(world.position("alice")).toMatchObject({ isoMargin: 35_000_000_000n, liquidationTicks: 466_868 });
});

test("[A-19 R-11.3] the preview of an order says what a takeover of the position would give to the fund", () => {
  const world = new PerpWorld(rich);
  world.mode("alice", "isolated");
  world.leverage("alice", 50);
  world.sent({ by: "bob", do: "open short", price: "50000", qty: "1" });
  const symbol = instrumentsOf(instrumentListOf(world.state)).marketOf(perp.btcUsdt)!.symbol;
  const order = { symbol, side: "BUY", posSide: "LONG", type: "LIMIT", price: "50000", qty: "1" };
  expect(asked(world, "previewOrder", order)).toMatchObject({
    position: { isoMargin: "1000", liquidationPrice: "49196.8", marginToFund: "196.7872" },
  });
});

test("[A-24 R-6.20] the preview of a reverse says cost, fee and both prices, and is what the reverse then does", () => {
  for (const mode of ["cross", "isolated"] as const) {
    const world = new PerpWorld({ ...rich, carol: ["100000 USDT"] });
    world.mode("alice", mode);
    world.meet("alice", "bob", "0.1", "50000");
    world.sent({ by: "carol", do: "open long", price: "49900", qty: "0.15" });
    world.sent({ by: "carol", do: "open long", price: "49800", qty: "1" });
    const instruments = instrumentsOf(instrumentListOf(world.state));
    const ask = { symbol: instruments.marketOf(perp.btcUsdt)!.symbol, posSide: "LONG" };
    const told = asked(world, "previewReverse", ask) as { position: { liquidationPrice: string } };
    expect(told).toMatchObject({
      closedQty: "0.1000",
      openedQty: "0.1000",
      closePrice: "49900",
      openPrice: "49850",
      // 250 of margin, in cross a loss of 150 at the worst price, and 2.75 of fee.
      cost: mode === "cross" ? "402.75" : "252.75",
      fee: "5.48625",
      feeAsset: "USDT",
      realisedPnl: "-10",
      position: { qty: "0.1000", entryPrice: "49850" },
    });
    expect(asked(world, "previewReverse", { ...ask, posSide: "SHORT" })).toMatchObject({ code: 21020 });
    expect(world.reverse("alice", 1)).toBe(200);
    const { qty, entryValue, liquidationTicks } = world.position("alice", 2)!;
    expect([qty, entryValue]).toEqual([1_000, 498_500_000_000n]);
    expect(told.position.liquidationPrice).toBe(instruments.price(perp.btcUsdt, liquidationTicks));
  }
});

test("[U.19 R-8.11 R-8.5] the preview of an order that rests says the position and the margin ratio that its fill then makes", () => {
  for (const mode of ["cross", "isolated"] as const) {
    const world = new PerpWorld(rich);
    world.mode("alice", mode);
    const instruments = instrumentsOf(instrumentListOf(world.state));
    const symbol = instruments.marketOf(perp.btcUsdt)!.symbol;
    const ask = { symbol, side: "BUY", posSide: "LONG", type: "LIMIT", price: "49000", qty: "1" };
    const told = asked(world, "previewOrder", ask) as PreviewAnswer;
    expect(told).toMatchObject({
      filledQty: "0.0000",
      rests: "1.0000",
      position: { qty: "1.0000", entryPrice: "49000" },
    });
    expect(world.position("alice")).toBeUndefined();
    world.sent({ by: "alice", do: "open long", price: "49000", qty: "1" });
    world.sent({ by: "bob", do: "open short", price: "49000", qty: "1" });
    const { liquidationTicks, fees, isoMargin, ratioBasisPoints } = world.position("alice")!;
    expect(told.position).toMatchObject({
      liquidationPrice: liquidationTicks === 0 ? "" : instruments.price(perp.btcUsdt, liquidationTicks),
      isoMargin: instruments.worth(perp.btcUsdt, isoMargin),
    });
    expect(told.fee).toBe(instruments.worth(perp.btcUsdt, fees));
    expect(told.marginRatio).toEqual({
      before: mode === "cross" ? "0.00" : "",
      after: (Number(ratioBasisPoints) / 100).toFixed(2),
    });
  }
});

test("[R-8.9] the preview of a close that rests says what its fill then realises", () => {
  const world = new PerpWorld(rich);
  world.meet("alice", "bob", "0.1", "50000");
  const symbol = instrumentsOf(instrumentListOf(world.state)).marketOf(perp.btcUsdt)!.symbol;
  const ask = { symbol, side: "SELL", posSide: "LONG", type: "LIMIT", price: "51000", qty: "0.1" };
  expect(asked(world, "previewOrder", ask)).toMatchObject({
    rests: "0.1000",
    realisedPnl: "100",
    position: { qty: "0.0000", liquidationPrice: "" },
    marginRatio: { after: "0.00" },
  });
  expect(world.position("alice")).toMatchObject({ qty: 1_000 });
});

test("[R-8.6] the preview of an order that opens says the margin within its reserve", () => {
  const world = new PerpWorld(rich);
  world.sent({ by: "bob", do: "open short", price: "50100", qty: "1" });
  const symbol = instrumentsOf(instrumentListOf(world.state)).marketOf(perp.btcUsdt)!.symbol;
  const ask = { symbol, side: "BUY", posSide: "LONG", qty: "0.1" };
  // 5,000 at 20×; a limit below the mark has no open loss, so the rest is the taker fee.
  const limit = asked(world, "previewOrder", { ...ask, type: "LIMIT", price: "50000" }) as PreviewAnswer;
  expect(limit).toMatchObject({ initialMargin: "250", reserve: "252.75" });
  // A market buy is assumed at its protection price, 3 % above the mark of 50,000.
  const market = asked(world, "previewOrder", { ...ask, type: "MARKET" }) as PreviewAnswer;
  expect(market).toMatchObject({ filledQty: "0.1000", initialMargin: "257.5" });
  world.meet("alice", "bob", "0.1", "50000");
  const close = asked(world, "previewOrder", { ...ask, side: "SELL", type: "LIMIT", price: "51000" });
  expect(close).not.toHaveProperty("initialMargin");
});

test("[R-14.1 V127] the preview of a voucher says the position that it then opens, and only to the platform", () => {
  const world = new PerpWorld({ ...rich, alice: ["100 USDT"] });
  world.campaign(1, "100");
  const instruments = instrumentsOf(instrumentListOf(world.state));
  const question = {
    call: voucherPreviewCall,
    uid: people.alice,
    ask: { voucher: 1, campaign: 1, market: perp.btcUsdt, posSide: 1, leverage: 20, face: "2000000000" },
  };
  const preview = (by: string) => answerNow(world.state, instruments, { ...question, by } as never);
  expect(preview("platform")).toMatchObject({ code: 21016 });
  world.sent({ by: "bob", do: "open short", price: "50000", qty: "1" });
  expect(preview("user")).toMatchObject({ code: 40000 });
  const before = [world.promo(1), world.cash("alice")];
  const { data } = preview("platform");
  expect(calls.previewVoucher.answer.parse(data)).toEqual({
    qty: "0.0076",
    value: "380",
    entryPrice: "50000",
    margin: "19.791",
    fee: "0.209",
    feeAsset: "USDT",
    liquidationPrice: "47586.3",
    used: "20",
  });
  expect([world.promo(1), world.cash("alice")]).toEqual(before);
  expect(world.positions("alice")).toEqual([]);
  expect(world.voucher("alice", { id: 1, face: "20" })).toBe(200);
  expect(world.position("alice")).toMatchObject({ qty: 76, isoMargin: 1_979_100_000n, liquidationTicks: 475_863 });
});
