import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { parseEther } from "viem";
import { type KillReport, killRun, type KillWorld } from "./kills.ts";
import { finalBlocks, openPaymentsFixture, type PaymentsFixture, type Wish } from "./payments-fixture.ts";
import { killedSigner } from "./signer-process.ts";

const unitsPerUsdt = 100n;

/** Nonces of every own address follow each other from 0, and the chain has mined as many. */
async function wrongNonces({ db, anvil }: PaymentsFixture): Promise<string[]> {
  const { rows } = await sql<{ sender: `0x${string}`; nonces: number[] }>`
    select sender, array_agg(nonce::float8 order by nonce) as nonces from wallet.sends group by sender`.execute(db);
  const wrong: string[] = [];
  for (const { sender, nonces } of rows) {
    if (nonces.some((nonce, place) => nonce !== place)) wrong.push(`${sender} has a gap: ${nonces.join(" ")}`);
    const onChain = await anvil.client.getTransactionCount({ address: sender });
    if (onChain !== nonces.length) wrong.push(`${sender}: ${nonces.length} sends and ${onChain} on the chain`);
  }
  return wrong;
}

const worldOf = (fixture: PaymentsFixture): KillWorld => ({
  ...fixture,
  network: "LOCAL_EVM",
  walletFile: fileURLToPath(new URL("killed-wallet.ts", import.meta.url)),
  url: fixture.anvil.url,
  blocksToEnd: finalBlocks / 4,
  height: async () => Number(await fixture.anvil.client.getBlockNumber({ cacheTime: 0 })),
  setAutomine: (isOn) => fixture.anvil.client.setAutomine(isOn),
  async approve(dice) {
    const more = BigInt(1 + dice.below(1_000_000));
    const wish: Wish =
      dice.below(2) === 0
        ? { asset: "USDT", amount: 20_000_000n + more }
        : { asset: "ETH", amount: parseEther("0.05") + more * 10n ** 10n };
    const { coreId, to } = await fixture.approve(wish);
    return { coreId, amount: wish.amount, arrived: () => fixture.balanceOf(wish.asset, to) };
  },
  async deposit(dice, uid) {
    const amount = 20_000_000n + BigInt(dice.below(1_000_000));
    await fixture.pay("USDT", await fixture.addresses.of(uid, 1), amount);
    return { uid, units: amount * unitsPerUsdt };
  },
  wrongPlaces: () => wrongNonces(fixture),
});

/** Kills on an EVM chain. */
export async function evmKills(count: number, seed: number): Promise<KillReport> {
  const fixture = await openPaymentsFixture({}, killedSigner);
  try {
    return await killRun(worldOf(fixture), count, seed);
  } finally {
    await fixture.end();
  }
}
