import type { Hex } from "viem";
import { type Fixture, usdcContract } from "./fixture.ts";
import { callContract, contractOf, placeContract } from "./tokens.ts";

/** What a token does when 50 are sent to a user's address, and the deposits that may follow, each with its reason. */
export type HostileToken = { readonly contract: string; readonly what: string; readonly states: readonly string[] };

/** Each stands in the place of a registered token. */
export const hostileTokens: readonly HostileToken[] = [
  { contract: "Fee", what: "takes a fee on the way", states: ["IGNORED ARRIVED_LESS"] },
  { contract: "Half", what: "moves half of what it was asked to and says so", states: ["SEEN"] },
  { contract: "Liar", what: "says that it moved and did not", states: ["IGNORED ARRIVED_LESS"] },
  { contract: "Silent", what: "does not say its balances", states: ["IGNORED ARRIVED_LESS"] },
  { contract: "ReturnsFalse", what: "returns false and moves nothing", states: [] },
  { contract: "NoReturn", what: "returns nothing", states: ["SEEN"] },
  { contract: "Nft", what: "has events of another kind under the same name", states: [] },
  { contract: "Reentrant", what: "calls itself again within a transfer", states: ["IGNORED TOO_SMALL", "SEEN"] },
  { contract: "Huge", what: "says that it has 255 decimals", states: ["SEEN"] },
];

const amount = 50_000_000n;
/** The ledger has 8 decimals, the registry says 6 of this token. */
const unitsPer = 100n;

const balanceAt = (fixture: Fixture, address: Hex): Promise<bigint> =>
  fixture.anvil.client.readContract({
    abi: contractOf("Plain").abi,
    address: usdcContract,
    functionName: "balanceOf",
    args: [address],
  }) as Promise<bigint>;

/** The deposits that it made, and whether more would be credited than the token itself says has arrived. */
export async function playHostileToken(
  fixture: Fixture,
  { contract }: HostileToken,
  uid: number,
): Promise<{ readonly states: readonly string[]; readonly isTooMuch: boolean }> {
  const { client } = fixture.anvil;
  const address = (await fixture.addresses.of(uid, 1)) as Hex;
  await placeContract(client, contract, usdcContract);
  await callContract(client, contract, usdcContract, "transfer", [address, amount]);
  await fixture.mine(1);
  await fixture.scan();
  const arrived = await balanceAt(fixture, address).catch(() => 0n);
  await placeContract(client, "Plain", usdcContract);
  const own = (await fixture.deposits()).filter((one) => one.uid === uid);
  const credited = own.filter(({ reason }) => reason === "").reduce((sum, { units }) => sum + BigInt(units), 0n);
  return {
    states: own.map(({ state, reason }) => `${state} ${reason}`.trim()).toSorted(),
    isTooMuch: credited > arrived * unitsPer,
  };
}

/** A contract that nobody registered and whose events name a user's address. */
export async function playFakeEvent(fixture: Fixture, uid: number): Promise<number> {
  const { client } = fixture.anvil;
  const address = await fixture.addresses.of(uid, 1);
  const { abi, creation: bytecode } = contractOf("Liar");
  const hash = await client.deployContract({ abi, bytecode, args: [] });
  const fake = (await client.waitForTransactionReceipt({ hash, pollingInterval: 20 })).contractAddress!;
  await callContract(client, "Liar", fake, "transfer", [address, 1_000_000_000_000n]);
  await fixture.mine(1);
  await fixture.scan();
  return (await fixture.deposits()).filter((one) => one.uid === uid).length;
}

/** A registered token that is paused: nothing moves, and nothing is credited. */
export async function playPaused(fixture: Fixture, uid: number): Promise<number> {
  const { client } = fixture.anvil;
  const address = await fixture.addresses.of(uid, 1);
  await callContract(client, "Plain", usdcContract, "pause", [true]);
  await fixture.pay("USDC", address, amount);
  await callContract(client, "Plain", usdcContract, "pause", [false]);
  await fixture.mine(1);
  await fixture.scan();
  return (await fixture.deposits()).filter((one) => one.uid === uid).length;
}
