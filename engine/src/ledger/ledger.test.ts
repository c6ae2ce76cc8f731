import { describe, expect, test } from "vitest";
import { people, World } from "../../sim/index.ts";
import { checkAll } from "../check/invariants.ts";
import { allBalances } from "../read/questions.ts";

describe("deposits", () => {
  test("[S1.71 R-3.1] a deposit moves from the mirror of coins to the wallet, and is the only source of value", () => {
    const world = new World();
    world.do(world.wallet({ type: "credit_deposit", uid: people.alice, asset: 1, amount: 123n, reference: "a" }));
    expect(world.balance("alice", "USDT", "avail", "wallet")).toBe("0.00000123");
    expect(allBalances(world.state).reduce((sum, { units }) => sum + units, 0n)).toBe(0n);
  });

  test("[R-1.1 V004] balances beyond what a number holds stay exact", () => {
    const world = new World();
    for (let i = 0; i < 3; i += 1)
      world.do(
        world.wallet({
          type: "credit_deposit",
          uid: people.alice,
          asset: 1,
          amount: 9_007_199_254_740_993n,
          reference: `a${i}`,
        }),
      );
    expect(world.balance("alice", "USDT", "avail", "wallet")).toBe("270215977.64222979");
    expect(checkAll(world.state)).toEqual([]);
  });

  test("[R-1.2] more than the exchange will book of an asset is refused", () => {
    const world = new World();
    const amount = 4_000_000_000n * 100_000_000n;
    expect(
      world.do(world.wallet({ type: "credit_deposit", uid: people.alice, asset: 1, amount, reference: "a" })),
    ).toBe(200);
    expect(
      world.do(world.wallet({ type: "credit_deposit", uid: people.alice, asset: 1, amount: 1n, reference: "b" })),
    ).toBe(23003);
    expect(
      world.do(world.wallet({ type: "credit_deposit", uid: people.alice, asset: 8, amount: 1n, reference: "c" })),
    ).toBe(23005);
  });

  test("[A4.8] a producer's number counts once: repeated it is answered again, with another body the producer is stopped", () => {
    const world = new World();
    const deposit = world.wallet({ type: "credit_deposit", uid: people.alice, asset: 1, amount: 5n, reference: "a" });
    const forged = { ...deposit, bodyHash: 1 };
    expect([world.do(deposit), world.do(deposit)]).toEqual([200, 200]);
    expect(world.balance("alice", "USDT", "avail", "wallet")).toBe("0.00000005");
    const skipped = world.wallet({ type: "credit_deposit", uid: people.alice, asset: 1, amount: 6n, reference: "b" });
    const ahead = world.wallet({ type: "credit_deposit", uid: people.alice, asset: 1, amount: 7n, reference: "c" });
    expect([world.do(ahead), world.state.result.first]).toEqual([50005, 2n]);
    expect([world.do(skipped), world.do(ahead)]).toEqual([200, 200]);
    expect([
      world.do(forged),
      world.do(world.wallet({ type: "credit_deposit", uid: people.alice, asset: 1, amount: 8n, reference: "d" })),
    ]).toEqual([50006, 50006]);
  });
});

describe("transfers", () => {
  const rich = (): World => new World({ alice: ["1000 USDT", "1 BTC"] });

  test("[S3.47 S3.48 D.79 R-14.7 V134] in one core a transfer is one entry through transit", () => {
    const world = rich();
    world.batch();
    expect(world.move("alice", "200 USDT", "spot", "futures")).toBe(200);
    const lines = world.events().flatMap((event) => (event.type === "ledger_line" ? [[event.uid, event.delta]] : []));
    expect(lines).toEqual([
      [people.alice, -20_000_000_000],
      [0, 20_000_000_000],
      [0, -20_000_000_000],
      [people.alice, 20_000_000_000],
    ]);
    expect(world.balance("alice", "USDT", "cash", "futures")).toBe("200");
    expect(world.move("alice", "200 USDT", "futures", "wallet")).toBe(200);
    expect(checkAll(world.state)).toEqual([]);
  });

  test("[R-14.7] each refusal in its turn, and nothing moves", () => {
    const world = rich();
    expect(world.move("alice", "1 USDT", "spot", "spot")).toBe(23001);
    expect(world.move("alice", "0 USDT", "spot", "wallet")).toBe(23003);
    expect(world.move("alice", "1000.00000001 USDT", "spot", "wallet")).toBe(23004);
    expect([world.state.result.first, world.state.result.second]).toEqual([100_000_000_001n, 100_000_000_000n]);
    expect(world.move("alice", "1 BTC", "spot", "futures")).toBe(23005);
    expect(world.move("alice", "1 USDT", "spot", "margin")).toBe(23005);
    expect([world.balance("alice", "USDT"), world.balance("alice", "BTC")]).toEqual(["1000", "1"]);
  });

  test("[S3.51 R-14.7] status 0 blocks both ways, 1 the way out, 2 the way in", () => {
    const world = rich();
    const set = (status: number): void =>
      void world.do(world.operator({ type: "set_account_status", uid: people.alice, product: 2, status }));
    const both = (): number[] => [
      world.move("alice", "1 USDT", "spot", "wallet"),
      world.move("alice", "1 USDT", "wallet", "spot"),
    ];
    expect(both()).toEqual([200, 200]);
    set(1);
    expect(both()).toEqual([23002, 23004]);
    set(2);
    expect(both()).toEqual([200, 23002]);
    set(0);
    expect(both()).toEqual([23002, 23002]);
    set(3);
    expect(both()).toEqual([200, 200]);
  });

  test("[A4.8] the same transfer sent twice moves once", () => {
    const world = rich();
    expect([
      world.move("alice", "1 USDT", "spot", "wallet", "same"),
      world.move("alice", "1 USDT", "spot", "wallet", "same"),
    ]).toEqual([200, 200]);
    expect([world.balance("alice", "USDT"), world.move("alice", "2 USDT", "spot", "wallet", "same")]).toEqual([
      "999",
      21013,
    ]);
  });
});
