import { describe, expect, test } from "vitest";
import { asset, people, World } from "../../sim/index.ts";
import { checkAll } from "../check/invariants.ts";

const one = 100_000_000n;
const uid = people.alice;

function verified(): World {
  const world = new World({ alice: ["1000 USDT"] });
  world.move("alice", "500 USDT", "spot", "wallet");
  world.do(world.operator({ type: "set_kyc_level", uid, level: 1 }));
  return world;
}

const asked = (world: World, amount: bigint): number =>
  world.do(world.operator({ type: "request_withdrawal", uid, asset: asset.usdt, amount }));
const ended = (world: World, withdrawal: number, isSent: boolean): number =>
  world.do(world.wallet({ type: "end_withdrawal", withdrawal, fee: one, isSent }));
const wallet = (world: World): string[] =>
  ["avail", "hold"].map((bucket) => world.balance("alice", "USDT", bucket, "wallet"));

describe("a withdrawal", () => {
  test("[S1.76 R-3.1] is held, then leaves but for its fee, or comes back", () => {
    const world = verified();
    expect([asked(world, 100n * one), asked(world, 100n * one), wallet(world)]).toEqual([200, 200, ["300", "200"]]);
    expect([ended(world, 1, true), ended(world, 2, false), wallet(world)]).toEqual([200, 200, ["400", "0"]]);
    expect(checkAll(world.state)).toEqual([]);
  });

  test("[R-3.1] ends once, by its own number, and every ledger line of it carries that number", () => {
    const world = verified();
    asked(world, 100n * one);
    asked(world, 100n * one);
    expect([ended(world, 2, true), ended(world, 2, true), ended(world, 3, true)]).toEqual([200, 40400, 40400]);
    expect(wallet(world)).toEqual(["300", "100"]);
    world.do(world.wallet({ type: "end_withdrawal", withdrawal: 1, fee: one, isSent: true }));
    const rows = world.events();
    expect(rows.findLast((row) => row.type === "entry")).toMatchObject({ ref: 1 });
    expect(rows.findLast((row) => row.type === "withdrawal_ended")).toMatchObject({ withdrawalId: 1, uid });
  });

  test("[S6.12 S9.9 R-14.8] is refused for 24 hours after a change of password: 23007; trading and transfers are not", () => {
    const world = verified();
    world.do(world.operator({ type: "set_withdrawal_lock", uid, until: world.at + 86_400_000 }));
    expect(asked(world, one)).toBe(23007);
    expect(world.move("alice", "1 USDT", "wallet", "spot")).toBe(200);
    world.batch(86_400_000);
    expect(asked(world, one)).toBe(200);
  });

  test("[D.81 4.2] needs a verified account (23006), one that pays out (23002), and enough in it (23004)", () => {
    const world = new World({ alice: ["1000 USDT"] });
    expect(asked(world, one)).toBe(23006);
    const rich = verified();
    expect([asked(rich, 501n * one), asked(rich, 0n)]).toEqual([23004, 23003]);
    rich.do(rich.operator({ type: "set_account_status", uid, product: 1, status: 1 }));
    expect(asked(rich, one)).toBe(23002);
  });

  test("[R-3.2 V133] waits until the debt of a reversed deposit is paid: 23008", () => {
    const world = verified();
    world.do(world.wallet({ type: "reverse_deposit", deposit: 1, uid, asset: asset.usdt, amount: 600n * one }));
    expect(asked(world, one)).toBe(23008);
  });
});
