import { instrumentsOf, refusals, success } from "@tidemark/contracts";
import { type CommandClass, custodyCall, type CustodyRow } from "@tidemark/contracts/journal";
import { listingLiabilities } from "@tidemark/engine";
import { PerpWorld } from "@tidemark/engine/sim";
import { expect, test } from "vitest";
import { instrumentListOf } from "./instruments.ts";
import { answerNow } from "./now.ts";

const world = new PerpWorld({ alice: ["1000 USDT"], bob: ["100000 USDT"] });
world.meet("alice", "bob", "0.1", "50000");
const asked = (by: CommandClass | undefined) =>
  answerNow(world.state, instrumentsOf(instrumentListOf(world.state)), {
    call: custodyCall,
    uid: 0,
    ask: {},
    by,
  } as never);

test("[R-3.2] coins in custody are what the publication of liabilities has, asset by asset", () => {
  const listing = listingLiabilities(world.state);
  let next = listing.next();
  while (next.done !== true) next = listing.next();
  const { code, data } = asked("wallet");
  const { rows } = data as { rows: CustodyRow[] };
  expect(code).toBe(success);
  const unitsOf = new Map(rows.map(({ assetId, units }) => [assetId, BigInt(units)]));
  for (const { asset, custody } of next.value) expect(unitsOf.get(asset)).toBe(custody);
  expect(next.value.length).toBeGreaterThan(0);
});

test("only the wallet is answered", () => {
  for (const by of ["user", "platform", "operator", "oracle", undefined] as const)
    expect(asked(by)).toMatchObject({ code: refusals.REQUEST_INVALID.code, data: null });
});
