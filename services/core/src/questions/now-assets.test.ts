import { calls, instrumentsOf, success } from "@tidemark/contracts";
import { people, perp, PerpWorld, World } from "@tidemark/engine/sim";
import { printUnits } from "@tidemark/money";
import { expect, test } from "vitest";
import { instrumentListOf } from "./instruments.ts";
import { answerNow } from "./now.ts";
import { indexPricesOf } from "./valuation.ts";

type Asset = "assetList" | "previewTransfer" | "singleQuote" | "totalPreestimate" | "transferInfo";

/** Asks as alice. */
function asked<Name extends Asset>(
  world: World,
  call: Name,
  ask: object,
): ReturnType<(typeof calls)[Name]["answer"]["parse"]> {
  const instruments = instrumentsOf(instrumentListOf(world.state));
  const reply = answerNow(world.state, instruments, { call: calls[call].name, uid: people.alice, ask } as never);
  const data = reply.code === success ? { source: "main", seq: 1, ...(reply.data as object) } : undefined;
  if (data === undefined) throw new Error(`${call} answered ${reply.code}`);
  return calls[call].answer.parse(data) as never;
}

const [wallet, spot, coin, derivatives, margin] = [1, 2, 3, 4, 5];

test("[S7.45] the coin list names the products that take each coin", () => {
  const { list } = asked(new PerpWorld({}), "assetList", {});
  const productsOf = (asset: string) => list.find((one) => one.asset === asset)?.products;
  expect(productsOf("USDT")).toEqual(expect.arrayContaining([wallet, spot, derivatives]));
  expect(productsOf("USDT")).not.toContain(coin);
  expect(productsOf("BTC")).toEqual(expect.arrayContaining([wallet, spot, coin]));
  expect(productsOf("BTC")).not.toContain(derivatives);
  expect(list.every(({ products }) => products.every((product) => product <= margin!))).toBe(true);
});

test("[S3.56 S7.50] the total is the sum of its accounts, these of their rows, in USDT and in BTC", () => {
  const world = new PerpWorld({ alice: ["1000 USDT"], bob: ["100000 USDT"] });
  world.meet("alice", "bob", "0.1", "50000");
  for (const valuationAsset of ["USDT", "BTC"]) {
    const answer = asked(world, "totalPreestimate", { valuationAsset });
    const sum = (texts: readonly string[]): number =>
      Number(texts.reduce((all, text) => all + Number(text), 0).toFixed(8));
    expect(sum(answer.products.map(({ value }) => value))).toBe(Number(answer.totalPreestimate));
    expect(sum(answer.rows.map(({ value }) => value))).toBe(Number(answer.totalPreestimate));
    expect(answer.unpriced).toEqual([]);
  }
  const usdt = asked(world, "totalPreestimate", {});
  expect(usdt.valuationAsset).toBe("USDT");
  expect(Number(usdt.btcTotalPreestimate)).toBeCloseTo(Number(usdt.totalPreestimate) / 50_000, 8);
});

test("[S3.107] unrealised profit is in the total before it is booked", () => {
  const world = new PerpWorld({ alice: ["10000 USDT"], bob: ["100000 USDT"] });
  world.meet("alice", "bob", "0.1", "50000");
  const before = asked(world, "totalPreestimate", {});
  world.mark("51000");
  const after = asked(world, "totalPreestimate", {});
  const row = after.rows.find(({ product }) => product === derivatives);
  expect(row?.uPnl).toBe(`${(world.position("alice")!.uPnl / 10n ** 8n).toString()}`);
  expect(Number(after.totalPreestimate) - Number(before.totalPreestimate)).toBeCloseTo(Number(row?.uPnl), 6);
});

test("trading bonus and the margin of a voucher position stand apart, and what is left of the total is own money", () => {
  const world = new PerpWorld({ alice: ["100 USDT"], bob: ["100000 USDT"] });
  world.campaign(1, "100");
  expect(world.grant("alice", { id: 1, amount: 1_500_000_000n })).toBe(success);
  world.sent({ by: "bob", do: "open short", price: "50000", qty: "0.0076" });
  expect(world.voucher("alice", { id: 1, face: "20" })).toBe(success);
  const answer = asked(world, "totalPreestimate", {});
  const row = answer.rows.find(({ product }) => product === derivatives)!;
  const margin = printUnits(world.position("alice")!.isoMargin);
  expect([row.bonus, row.voucher, row.isolated]).toEqual(["15", margin, margin]);
  expect(Number(row.total) - Number(row.uPnl) - Number(row.bonus) - Number(row.voucher)).toBeCloseTo(100, 8);
  const account = answer.products.find(({ product }) => product === derivatives)!;
  expect(Number(account.bonus)).toBeCloseTo(15 + Number(margin), 8);
});

test("[S3.57 S7.51] the quote of a pair is its last price, BTC/USDT unless another is asked", () => {
  const world = new PerpWorld({});
  world.give("alice", "1 BTC");
  world.give("bob", "100000 USDT");
  world.placed({ by: "alice", side: "SELL", price: "50010", qty: "0.1" });
  world.placed({ by: "bob", side: "BUY", price: "50010", qty: "0.1" });
  expect(Number(asked(world, "singleQuote", {}).n)).toBe(50_010);
  expect(Number(asked(world, "singleQuote", { tradePairName: "BTC/USDT" }).n)).toBe(50_010);
});

test("before the first trade the quote is the index, by which the total is counted as well", () => {
  expect(asked(new World({}, null), "singleQuote", {})).toMatchObject({ n: "" });
  expect(Number(asked(new PerpWorld({}), "singleQuote", {}).n)).toBe(50_000);
});

test("[S7.46] all six fields of a transfer are asked; the amount and the receiving pair change nothing about what is available", () => {
  const world = new PerpWorld({ alice: ["100 USDT"] });
  const into = { fromProduct: spot, toProduct: margin, fromSubProduct: "", toSubProduct: "BTC/USDT", asset: "USDT" };
  const first = asked(world, "transferInfo", { ...into, amount: "5" });
  expect(first).toEqual(asked(world, "transferInfo", { fromProduct: spot, toProduct: margin, asset: "USDT" }));
  expect(first).toMatchObject({ marginSymbols: ["BTC/USDT"], marginProductId: margin });
  expect(new Set(first.products.map(({ id }) => id))).toEqual(new Set([1, 2, 3, 4, 5]));
  const outOf = { fromProduct: margin, toProduct: spot, fromSubProduct: "BTC/USDT", toSubProduct: "", asset: "USDT" };
  expect(asked(world, "transferInfo", { ...outOf, amount: "" }).availableBalance).toBe("0");
  for (const [name, value] of [
    ["fromProduct", 9],
    ["asset", ""],
    ["fromPair", "BTC/USDT"],
  ] as const)
    expect([name, calls.transferInfo.ask.safeParse({ ...outOf, [name]: value }).success]).toEqual([name, false]);
});

test("without a price of BTC nothing is counted in it, and the total is empty, not zero", () => {
  const world = new World({ alice: ["1000 USDT"] }, null);
  expect(asked(world, "totalPreestimate", { valuationAsset: "BTC" })).toMatchObject({
    btcTotalPreestimate: "",
    totalPreestimate: "",
    unpriced: ["USDT"],
  });
  expect(asked(world, "totalPreestimate", {}).totalPreestimate).toBe("1000");
});

test("[R-14.3] the preview of a transfer out says what bonus is forfeited and is what the transfer then does", () => {
  const world = new PerpWorld({ alice: ["10000 USDT"], bob: ["100000 USDT"] });
  expect(world.campaign(1, "1000")).toBe(success);
  expect(world.grant("alice", { id: 1, amount: 3_820_000_000n })).toBe(success);
  world.meet("alice", "bob", "0.5", "50000");
  const ask = { fromProduct: derivatives, toProduct: wallet, asset: "USDT", amount: "100" };
  const before = world.position("alice");
  const preview = asked(world, "previewTransfer", ask);
  // The bonus has paid the fee meanwhile.
  expect(preview.forfeited).toBe("24.45");
  expect(preview.positions).toHaveLength(1);
  expect(preview.margins).toMatchObject([{ product: derivatives, asset: "USDT" }]);
  expect(world.position("alice")).toEqual(before);
  expect(world.move("alice", "100 USDT", "futures", "wallet")).toBe(success);
  const instruments = instrumentsOf(instrumentListOf(world.state));
  const after = world.position("alice")!;
  expect(preview.positions[0]?.liquidationPrice.after).toBe(instruments.price(perp.btcUsdt, after.liquidationTicks));
  expect(preview.margins[0]?.equity.after).toBe(
    instruments.amount(instruments.asset("USDT")!.id, world.account("alice").equity),
  );
  expect(preview.from.after).toBe(asked(world, "transferInfo", ask).availableBalance);
  expect(preview.to.after).toBe(
    asked(world, "transferInfo", { ...ask, fromProduct: wallet, toProduct: spot }).availableBalance,
  );
});

test("a level is earned by worth at the index, whatever the last trade was", () => {
  const world = new PerpWorld({});
  world.give("alice", "1 BTC");
  world.give("bob", "100000 USDT");
  world.placed({ by: "alice", side: "SELL", price: "50010", qty: "0.1" });
  world.placed({ by: "bob", side: "BUY", price: "50010", qty: "0.1" });
  const priceOf = ({ state }: World) => indexPricesOf(state, instrumentsOf(instrumentListOf(state))).get("BTC");
  expect([priceOf(world), priceOf(new World({}, null))]).toEqual([50_000n * 10n ** 8n, undefined]);
});
