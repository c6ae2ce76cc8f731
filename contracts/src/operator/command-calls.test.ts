import { describe, expect, test } from "vitest";
import { callList } from "../catalog.ts";
import { consoleCallList } from "../console/console-catalog.ts";
import { apiKeyPermission, requirementsOf } from "../call-requirements.ts";
import { commandFromJson, commandToJson, decodeCommand, encodeCommand, Writer } from "../codec/index.ts";
import { instrumentsOf } from "../instruments.ts";
import { type Command, type CommandType, funds, journalCommands } from "../journal/index.ts";
import { marketStatuses } from "../values.ts";
import { fundNames, operatorCommandCalls } from "./command-calls.ts";

const spot = {
  id: 1,
  symbol: "BTC/USDT",
  kind: "SPOT",
  base: "BTC",
  quote: "USDT",
  product: 2,
  tickSize: "0.01",
  lotSize: "0.00001",
  minQty: "0.00001",
  maxQty: "500",
  minNotional: "5",
  makerRate: 0,
  takerRate: 0,
  status: "TRADING",
} as const;
const perp = { ...spot, id: 12, symbol: "BTCUSDT-PERP", kind: "LINEAR", product: 4 } as const;
const inverse = { ...spot, id: 14, symbol: "BTCUSD-PERP", kind: "INVERSE", product: 3 } as const;
const instruments = instrumentsOf({
  assets: [
    { id: 1, asset: "USDT", scale: 8, displayDecimals: 2 },
    { id: 2, asset: "BTC", scale: 8, displayDecimals: 8 },
    { id: 3, asset: "OLD", scale: 6, displayDecimals: 2 },
  ],
  markets: [spot, perp, inverse],
});

const marketAsk = {
  market: 20,
  symbol: "BTC/USDT",
  kind: "SPOT",
  base: "BTC",
  quote: "USDT",
  tick: "0.01",
  lot: "0.00001",
  minQty: "0.00001",
  maxQty: "500",
  maxMarketQty: "250",
  minNotional: "5",
  maxNotional: "10000000",
  minPrice: "0.01",
  maxPrice: "1042505",
  band: "0.05",
  farBand: "0.5",
  marketProtection: "0.05",
  indexCap: "0.01",
  breaker: "0.1",
  maxOpenOrders: 200,
  weights: [30, 30, 20, 20],
};
const contractAsk = {
  symbol: "BTCUSDT-PERP",
  settle: "USDT",
  flashBand: "0.03",
  markClamp: "0.05",
  liqFeeRate: "0.0005",
  oiCap: "500000000",
  maxTriggers: 50,
  maxLeverage: 125,
  fundingIntervalMs: 28_800_000,
  interestRate: "0.0001",
  fundingCap: "0",
  impactNotional: "25000",
  tiers: [{ cap: "50000", maxLeverage: 125, mmr: "0.004" }],
};

/** One ask for every call, and the command that it must become. */
const examples: Readonly<Record<string, { ask: object; becomes: object }>> = {
  set_account_status: { ask: { uid: 7, product: 1, status: "SUSPENDED_OUT" }, becomes: { uid: 7, status: 1 } },
  set_trading_stop: { ask: { uid: 7, stopped: true }, becomes: { uid: 7, market: 0, stopped: true } },
  set_market_status: {
    ask: { symbol: "BTC/USDT", status: "HALT", liquidates: false },
    becomes: { market: 1, status: 4, liquidates: false },
  },
  configure_asset: {
    ask: { asset: 9, code: "NEW", scale: 6, displayDecimals: 2, maxHeld: "1000.5" },
    becomes: { asset: 9, code: "NEW", maxHeld: 1_000_500_000n },
  },
  configure_market: {
    ask: marketAsk,
    becomes: { product: 2, tick: 1_000_000, minQty: 1, maxQty: 50_000_000, maxPrice: 104_250_500, band: 5_000_000 },
  },
  configure_fees: {
    ask: { level: 1, spotMaker: "-0.0001", spotTaker: "0.001", perpMaker: "0.0002", perpTaker: "0.00055" },
    becomes: { level: 1, spotMaker: -10_000, spotTaker: 100_000 },
  },
  configure_contract: {
    ask: contractAsk,
    becomes: {
      market: 12,
      settle: 1,
      oiCap: 50_000_000_000_000_000n,
      tiers: [{ cap: 5_000_000_000_000n, maxLeverage: 125, mmr: 400_000 }],
    },
  },
  configure_pair: {
    ask: { symbol: "BTC/USDT", leverage: 5, baseRate: "0.00001", quoteRate: "0.00002" },
    becomes: { market: 1, leverage: 5, baseRate: 1_000, quoteRate: 2_000 },
  },
  settle_market: {
    ask: { symbol: "BTCUSDT-PERP", mark: "50000.01" },
    becomes: { market: 12, mark: 5_000_001_000_000 },
  },
  move_treasury: { ask: { product: 4, asset: "OLD", amount: "1.5" }, becomes: { asset: 3, amount: 1_500_000n } },
  seed_fund: {
    ask: { fund: "LENDING", product: 5, asset: "BTC", amount: "2" },
    becomes: { fund: 1, asset: 2, amount: 200_000_000n },
  },
  sweep_rounding: { ask: { product: 2, asset: "USDT" }, becomes: { product: 2, asset: 1 } },
  fund_campaign: {
    ask: { campaign: 5, product: 1, asset: "USDT", amount: "100" },
    becomes: { campaign: 5, amount: 10_000_000_000n },
  },
  replace_withdrawal_lock: { ask: { uid: 7, until: 1_800_000_000_000 }, becomes: { uid: 7, until: 1_800_000_000_000 } },
  lift_producer: { ask: { stopped: 10, next: 1_001 }, becomes: { stopped: 10, next: 1_001 } },
};

const reason = "as the listing committee decided";
const typeOf = (path: string): string => path.split("/").at(-1)!.replaceAll("-", "_");
const callOf = (type: string) => operatorCommandCalls.find(({ path }) => typeOf(path) === type)!;
const commandOf = (type: string, ask: object) =>
  callOf(type).commandOf(callOf(type).ask.parse({ ...ask, reason }), instruments);

describe("every command of an operator", () => {
  const ofOperators = Object.entries(journalCommands).filter(([, { by }]) => by === "operator");

  test("has one call, in the console's catalogue and in the list that the platform answers, and none of a gateway", () => {
    const types = ofOperators.map(([type]) => type).toSorted();
    expect(operatorCommandCalls.map(({ path }) => typeOf(path)).toSorted()).toEqual(types);
    expect(
      consoleCallList
        .filter((call) => "commandOf" in call)
        .map(({ path }) => typeOf(path))
        .toSorted(),
    ).toEqual(types);
    expect(Object.keys(examples).toSorted()).toEqual(types);
    expect(callList.filter((call) => "commandOf" in call || call.needs === "operator")).toEqual([]);
  });

  test("is made from its ask with every field, and the journal and the outbox read it back", () => {
    for (const [type, { ask, becomes }] of Object.entries(examples)) {
      const command = commandOf(type, ask) as { type: CommandType };
      expect([type, command]).toMatchObject([type, becomes]);
      const { type: _type, ...fields } = command;
      expect([type, Object.keys(fields).toSorted()]).toEqual([
        type,
        Object.keys(journalCommands[type as CommandType].fields).toSorted(),
      ]);
      const row = JSON.parse(commandToJson(command)) as { type: CommandType };
      expect(commandFromJson(row)).toEqual(command);
      const out = new Writer();
      encodeCommand({ ...command, producer: 12, number: 1 } as never, out);
      expect(decodeCommand(out.bytes, 0, out.length) as Command).toMatchObject(command);
    }
  });
});

test("funds are written in the order of the journal's numbers", () => {
  expect(fundNames.map((name) => name.toLowerCase())).toEqual(Object.keys(funds));
  expect(Object.values(funds)).toEqual(fundNames.map((_, place) => place));
});

test("what fits no market, asset, step or field is named, and never rounded", () => {
  const wrong: [string, object, string][] = [
    ["set_market_status", { symbol: "XYZ/USDT", status: "HALT", liquidates: false }, "symbol"],
    ["move_treasury", { product: 4, asset: "XYZ", amount: "1" }, "asset"],
    ["move_treasury", { product: 4, asset: "OLD", amount: "0.0000001" }, "amount"],
    ["move_treasury", { product: 256, asset: "OLD", amount: "1" }, "product"],
    ["configure_market", { ...marketAsk, minPrice: "0.015" }, "minPrice"],
    ["configure_market", { ...marketAsk, maxQty: "0.000001" }, "maxQty"],
    ["configure_market", { ...marketAsk, tick: "0" }, "minPrice"],
    ["configure_market", { ...marketAsk, weights: [256] }, "weights"],
    ["configure_asset", { ...examples.configure_asset!.ask, scale: 19 }, "maxHeld"],
    ["configure_asset", { ...examples.configure_asset!.ask, code: "₮" }, "code"],
    ["configure_contract", { ...contractAsk, tiers: [{ cap: "1", maxLeverage: 300, mmr: "0.1" }] }, "tiers"],
    ["configure_fees", { ...examples.configure_fees!.ask, spotMaker: "-30" }, "spotMaker"],
  ];
  for (const [type, ask, problem] of wrong) expect([type, commandOf(type, ask)]).toEqual([type, { problem }]);
});

test("the open interest of an inverse contract is counted in contracts, that of a linear one in its settle asset", () => {
  const ask = { ...contractAsk, symbol: "BTCUSD-PERP", settle: "BTC", oiCap: "500000000" };
  expect(commandOf("configure_contract", ask)).toMatchObject({ oiCap: 500_000_000n });
});

test("a number is no text, a reason is a sentence, and no field is added", () => {
  const { ask } = callOf("move_treasury");
  const good = { product: 4, asset: "USDT", amount: "1", reason };
  expect(ask.safeParse(good).success).toBe(true);
  for (const change of [{ amount: 1 }, { amount: "-1" }, { amount: "1e9" }, { reason: "ok" }, { by: 1001 }])
    expect([change, ask.safeParse({ ...good, ...change }).success]).toEqual([change, false]);
  const { reason: _reason, ...unexplained } = good;
  expect(ask.safeParse(unexplained).success).toBe(false);
});

test("a proposal and a decision about one always need our own pages and a fresh factor, and no API key may make them", () => {
  const ofOperators = consoleCallList.filter(({ name }) => name.startsWith("operator."));
  expect(ofOperators.length).toBe(operatorCommandCalls.length + 7);
  for (const call of [...callList, ...consoleCallList])
    expect([call.name, call.operator !== undefined]).toEqual([call.name, call.needs === "operator"]);
  for (const call of ofOperators) {
    const factor = call.path.startsWith("GET ") ? "–" : "fresh";
    expect([call.name, requirementsOf(call)]).toMatchObject([
      call.name,
      { who: "operator", origin: true, factor, apiKey: "never" },
    ]);
    expect(apiKeyPermission({ ...call, apiKey: "TRADE", proof: "none" })).toBe("never");
  }
});

test("whatever moves money or changes limits waits for a second operator; stopping somebody does not", () => {
  const atOnce = operatorCommandCalls.filter((call) => call.operator!.approvals === 0).map(({ name }) => name);
  expect(atOnce).toEqual([]);
  const isUrgent = (type: string, ask: object): boolean =>
    callOf(type).operator!.isUrgent!(callOf(type).ask.parse({ ...ask, reason }) as never);
  const account = { uid: 7, product: 1 };
  expect(isUrgent("set_account_status", { ...account, status: "SUSPENDED" })).toBe(true);
  for (const status of ["SUSPENDED_OUT", "SUSPENDED_IN", "AVAILABLE"])
    expect([status, isUrgent("set_account_status", { ...account, status })]).toEqual([status, false]);
  expect(isUrgent("set_trading_stop", { uid: 7, stopped: true })).toBe(true);
  expect(isUrgent("set_trading_stop", { uid: 7, stopped: false })).toBe(false);
  const atOnceAt = marketStatuses.filter((status) =>
    isUrgent("set_market_status", { symbol: "BTC/USDT", status, liquidates: false }),
  );
  expect(atOnceAt).toEqual(["CANCEL_ONLY", "HALT"]);
});
