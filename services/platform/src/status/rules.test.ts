import { describe, expect, test } from "vitest";
import { componentsOf, type CoreMeasure, type Measurement } from "./rules.ts";

const market = (symbol: string, status = "TRADING", indexStale = false) => ({
  symbol,
  kind: symbol.endsWith("PERP") ? "LINEAR" : "SPOT",
  status,
  hasIndex: true,
  indexStale,
});
const core = (given: Partial<CoreMeasure> = {}): CoreMeasure => ({
  state: { node: "b", leader: "a", nodes: [alive("a")], announcedSeq: 50, appliedSeq: 50 },
  markets: [market("BTC/USDT"), market("ETH/USDT"), market("BTCUSDT-PERP")],
  answerMs: 2,
  ...given,
});
const alive = (node: string, silentMs = 100) => ({ node, silentMs, answersNow: true, logicVer: 1 });
const at = 1_000_000;
const good: Measurement = {
  at,
  real: core(),
  simulated: core(),
  historySeq: 50,
  wallet: { reportedAt: at, halts: [], networks: [{ network: "BITCOIN", isRead: true }] },
  notices: { late: 0, sent: 0 },
  oldestCommandAt: null,
  gateways: 1,
};
const measured = (given: Partial<Measurement>) => componentsOf({ ...good, ...given });
const states = (given: Partial<Measurement>) =>
  Object.fromEntries(
    Object.entries(measured(given))
      .filter(([, { state }]) => state !== "OPERATIONAL")
      .map(([component, { state }]) => [component, state]),
  );

test("[U.67] what answers, is read and reports is operational", () => {
  expect(states({})).toEqual({});
});

describe("[U.67] trading follows from the core", () => {
  test("a core that does not answer, or has no leader, is down", () => {
    const all = { SPOT: "DOWN", DERIVATIVES: "DOWN" };
    expect(states({ real: core({ state: undefined, markets: undefined }) })).toEqual({ ...all, MARKET_DATA: "DOWN" });
    const silent = { node: "b", leader: "a", nodes: [alive("a", 6_000)], announcedSeq: 50, appliedSeq: 50 };
    expect(states({ real: core({ state: silent }) })).toEqual(all);
    expect(states({ real: core({ state: { ...silent, leader: "b" } }) })).toEqual({});
    expect(states({ simulated: core({ state: undefined }) })).toEqual({ SIMULATED: "DOWN" });
  });

  test("some stopped markets degrade it and are named, and where all are stopped it is halted", () => {
    const markets = [
      market("BTC/USDT", "CANCEL_ONLY"),
      market("ETH/USDT"),
      market("SOL/USDT", "PRE_OPEN"),
      market("BTCUSDT-PERP", "HALT"),
    ];
    const { SPOT, DERIVATIVES } = measured({ real: core({ markets }) });
    expect(SPOT).toEqual({ state: "DEGRADED", affected: [{ part: "BTC/USDT", problem: "CANCEL_ONLY" }] });
    expect(DERIVATIVES).toEqual({ state: "HALTED", affected: [{ part: "BTCUSDT-PERP", problem: "HALTED" }] });
  });

  test("slow answers degrade it", () => {
    expect(states({ real: core({ answerMs: 1_500 }) })).toEqual({ SPOT: "DEGRADED", DERIVATIVES: "DEGRADED" });
  });
});

describe("[U.67] the other components follow from what they report", () => {
  test("market data: the history answers and is not behind, and every index is fresh", () => {
    expect(states({ historySeq: undefined })).toEqual({ MARKET_DATA: "DOWN" });
    const ahead = { node: "a", leader: "a", nodes: [], announcedSeq: 5_000, appliedSeq: 4_000 };
    expect(measured({ real: core({ state: ahead }) }).MARKET_DATA.affected).toEqual([{ part: "", problem: "LATE" }]);
    const stale = core({ markets: [market("BTC/USDT", "TRADING", true), market("ETH/USDT", "HALT", true)] });
    expect(measured({ real: stale }).MARKET_DATA).toEqual({
      state: "DEGRADED",
      affected: [{ part: "BTC/USDT", problem: "STALE_INDEX" }],
    });
  });

  test("deposits by network and withdrawals by asset, and without a wallet neither is measured", () => {
    const networks = [
      { network: "BITCOIN" as const, isRead: true },
      { network: "ETHEREUM" as const, isRead: false },
    ];
    const halts = [{ asset: "USDT" }, { asset: "USDT" }, { asset: "ETH" }];
    const { DEPOSITS, WITHDRAWALS } = measured({ wallet: { reportedAt: at, halts, networks } });
    expect(DEPOSITS).toEqual({ state: "DEGRADED", affected: [{ part: "ETHEREUM", problem: "NOT_READ" }] });
    expect(WITHDRAWALS.affected.map(({ part }) => part)).toEqual(["ETH", "USDT"]);
    const silent = { reportedAt: at - 31_000, halts: [], networks };
    expect(states({ wallet: silent })).toEqual({ DEPOSITS: "DOWN", WITHDRAWALS: "DOWN" });
    expect(states({ wallet: undefined })).toEqual({ DEPOSITS: "NOT_MEASURED", WITHDRAWALS: "NOT_MEASURED" });
  });

  test("accounts by waiting commands, messages by notices, the API by gateways", () => {
    expect(states({ oldestCommandAt: at - 31_000 })).toEqual({ ACCOUNT: "DEGRADED" });
    expect(states({ notices: { late: 2, sent: 0 } })).toEqual({});
    expect(states({ notices: { late: 3, sent: 2 } })).toEqual({ MESSAGES: "DEGRADED" });
    expect(states({ notices: { late: 3, sent: 0 } })).toEqual({ MESSAGES: "DOWN" });
    expect(states({ gateways: 0 })).toEqual({ API: "DOWN" });
    expect(states({ simulated: undefined })).toEqual({ SIMULATED: "NOT_MEASURED" });
  });
});
