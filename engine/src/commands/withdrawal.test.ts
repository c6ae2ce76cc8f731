import { describe, expect, test } from "vitest";
import { asset, people, World } from "../../sim/index.ts";
import { checkAll } from "../invariants.ts";

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
const ended = (world: World, isSent: boolean): number =>
  world.do(world.wallet({ type: "end_withdrawal", uid, asset: asset.usdt, amount: 100n * one, fee: one, isSent }));
const wallet = (world: World): string[] =>
  ["avail", "hold"].map((bucket) => world.balance("alice", "USDT", bucket, "wallet"));

describe("a withdrawal", () => {
  test("[R-3.1] is held, then leaves but for its fee, or comes back", () => {
    const world = verified();
    expect([asked(world, 100n * one), asked(world, 100n * one), wallet(world)]).toEqual([200, 200, ["300", "200"]]);
    expect([ended(world, true), ended(world, false), wallet(world)]).toEqual([200, 200, ["400", "0"]]);
    expect([ended(world, true), checkAll(world.state)]).toEqual([23004, []]);
  });

  test("[R-14.8] is refused for 24 hours after a change of password: 23007; trading and transfers are not", () => {
    const world = verified();
    world.do(world.operator({ type: "set_withdrawal_lock", uid, until: world.at + 86_400_000 }));
    expect(asked(world, one)).toBe(23007);
    expect(world.move("alice", "1 USDT", "wallet", "spot")).toBe(200);
    world.batch(86_400_000);
    expect(asked(world, one)).toBe(200);
  });

  test("[4.2] needs a verified account (23006), one that pays out (23002), and enough in it (23004)", () => {
    const world = new World({ alice: ["1000 USDT"] });
    expect(asked(world, one)).toBe(23006);
    const rich = verified();
    expect([asked(rich, 501n * one), asked(rich, 0n)]).toEqual([23004, 23003]);
    rich.do(rich.operator({ type: "set_account_status", uid, product: 1, status: 1 }));
    expect(asked(rich, one)).toBe(23002);
  });

  test("[R-3.2 V133] waits until the debt of a reversed deposit is paid: 23008", () => {
    const world = verified();
    world.do(world.wallet({ type: "reverse_deposit", uid, asset: asset.usdt, amount: 600n * one }));
    expect(asked(world, one)).toBe(23008);
  });
});
