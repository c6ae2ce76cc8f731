import { expect, test } from "vitest";
import {
  type BookAddress,
  bookOrder,
  countWithdrawal,
  cutAmount,
  isUsable,
  obstacleOf,
  receiverProblemOf,
  type WithdrawalInfo,
} from "./withdrawal-form.ts";

const network = {
  network: "LOCAL_EVM",
  name: "Local EVM chain",
  fee: "1",
  minWithdrawal: "10",
  decimals: 6,
  hasMemo: false,
  explorer: "",
} as const;
const info: WithdrawalInfo = {
  asset: "USDT",
  networks: [network],
  available: "1000.5",
  price: "1",
  level: 1,
  dayLimit: "20000",
  dayUsed: "19400",
  dayLeft: "600",
  reviewFrom: "10000",
  lockedUntil: 0,
  factor: "authenticator",
  isFactorFresh: false,
  asksReceiver: false,
};
const scale = 8;
const units = (whole: number): bigint => BigInt(whole) * 10n ** 8n;

test("[U.33] what arrives is the amount without the fee, and what is left is the balance without the amount", () => {
  const { counted, problem } = countWithdrawal(info, network, "200", scale);
  expect(problem).toBeUndefined();
  expect(counted).toEqual({
    amount: units(200),
    fee: units(1),
    arrives: units(199),
    rest: units(800) + 50_000_000n,
    value: units(200),
  });
});

test("an amount below the smallest, above the balance or above what is left of the limit is named before it is sent", () => {
  const problemOf = (text: string) => countWithdrawal(info, network, text, scale).problem;
  expect(problemOf("")).toEqual({ code: "missing" });
  expect(problemOf("0.1234567")).toEqual({ code: "missing" });
  expect(problemOf("9.99")).toEqual({ code: "small", needed: "10" });
  expect(problemOf("1000.6")).toMatchObject({ code: "short", available: units(1000) + 50_000_000n });
  expect(problemOf("600")).toBeUndefined();
  expect(problemOf("600.000001")).toMatchObject({ code: "limit", rest: units(600) });
});

test("an amount loses the decimals that the chosen network does not have, and nothing else", () => {
  expect(cutAmount("0.12345678", 6)).toBe("0.123456");
  expect(cutAmount("0.123456", 6)).toBe("0.123456");
  expect(cutAmount("12.5", 0)).toBe("12");
  for (const typing of ["", "7", "7.", "7.10"]) expect(cutAmount(typing, 6)).toBe(typing);
});

test("the name of the receiving provider is checked as the exchange does", () => {
  expect(receiverProblemOf(" ")).toBe("missing");
  expect(receiverProblemOf(" Börse & Söhne (Wien), Nr. 7 ")).toBeUndefined();
  expect(receiverProblemOf("<b>Kraken</b>")).toBe("characters");
  expect(receiverProblemOf("a".repeat(61))).toBe("characters");
});

test("the reason why nothing can be withdrawn is the one that takes longest to change", () => {
  expect(obstacleOf(info, 1_000)).toBeUndefined();
  expect(obstacleOf({ ...info, lockedUntil: 1_000 }, 1_000)).toBeUndefined();
  expect(obstacleOf({ ...info, lockedUntil: 1_001 }, 1_000)).toBe("locked");
  expect(obstacleOf({ ...info, lockedUntil: 1_001, factor: "nothing" }, 1_000)).toBe("factor");
  expect(obstacleOf({ ...info, level: 0, factor: "nothing" }, 1_000)).toBe("level");
  expect(obstacleOf({ ...info, price: "" }, 1_000)).toBe("price");
});

test("usable addresses come first, then the waiting ones by their time, and last what is not on the allow list", () => {
  const of = (id: string, usableFrom: number | null) => ({ id, usableFrom }) as BookAddress;
  const list = [of("none", null), of("late", 9), of("now", 1), of("soon", 5)];
  expect(bookOrder(list).map(({ id }) => id)).toEqual(["now", "soon", "late", "none"]);
  expect(list.filter((one) => isUsable(one, 5)).map(({ id }) => id)).toEqual(["now", "soon"]);
});
