import { instrumentsOf, refusals, success } from "@tidemark/contracts";
import { type CommandClass, type CompanyBalances, companyBalancesCall } from "@tidemark/contracts/journal";
import { PerpWorld } from "@tidemark/engine/sim";
import { expect, test } from "vitest";
import { instrumentListOf } from "./instruments.ts";
import { answerNow } from "./now.ts";

const world = new PerpWorld({ alice: ["1000 USDT"], bob: ["100000 USDT"] });
world.meet("alice", "bob", "0.1", "50000");
world.campaign(8, "40");
const asked = (by: CommandClass | undefined, ask: unknown) =>
  answerNow(world.state, instrumentsOf(instrumentListOf(world.state)), {
    call: companyBalancesCall,
    uid: 0,
    ask,
    by,
  } as never);

test("[U.73] the company's accounts and those of campaigns are answered as the ledger has them, without what holds nothing", () => {
  const { code, data } = asked("platform", { campaigns: [8, 9], accounts: true });
  const { accounts, promo } = data as CompanyBalances;
  expect(code).toBe(success);
  expect(promo).toEqual([{ campaign: 8, product: 4, asset: "USDT", amount: "40" }]);
  const fees = accounts.filter(({ account }) => account === "fees");
  expect(fees).toHaveLength(1);
  expect(fees[0]).toMatchObject({ product: 4, asset: "USDT" });
  expect(Number(fees[0]!.amount)).toBeGreaterThan(0);
  expect(accounts.every(({ amount }) => amount !== "0")).toBe(true);
  expect((asked("platform", { campaigns: [], accounts: false }).data as CompanyBalances).accounts).toEqual([]);
});

test("nobody but the platform may ask for them", () => {
  for (const by of ["user", "wallet", "operator", undefined] as const)
    expect(asked(by as CommandClass, { campaigns: [], accounts: true }).code).toBe(refusals.REQUEST_INVALID.code);
  for (const ask of [{}, { campaigns: ["8"], accounts: true }, { campaigns: [0], accounts: true }])
    expect(asked("platform", ask).code).toBe(refusals.REQUEST_INVALID.code);
});
