import { parseUnits } from "@tidemark/money";
import { expect, test } from "vitest";
import { assetNetworks } from "./asset-networks.ts";
import { looksLikeAddress, networks } from "./networks.ts";

test("each asset stands once on each of its networks, and the smallest withdrawal pays its fee and more", () => {
  const keys = assetNetworks.map(({ asset, network }) => `${asset} ${network}`);
  expect(new Set(keys).size).toBe(keys.length);
  for (const { asset, network, minWithdrawal, fee } of assetNetworks)
    expect([asset, network, parseUnits(minWithdrawal)! > parseUnits(fee)!]).toEqual([asset, network, true]);
});

test("the smallest deposit of an asset is not below what the ledger can hold, nor above the smallest withdrawal", () => {
  for (const { asset, network, minDeposit, minWithdrawal } of assetNetworks) {
    const least = parseUnits(minDeposit)!;
    expect([asset, network, least > 0n && least <= parseUnits(minWithdrawal)!]).toEqual([asset, network, true]);
  }
});

test("a token's contract is an address of its network, and a network has one coin of its own at most", () => {
  for (const { network, tokenContract } of assetNetworks)
    if (tokenContract !== null)
      expect([tokenContract, looksLikeAddress(network, tokenContract, "")]).toEqual([tokenContract, true]);
  const coins = assetNetworks.filter(({ tokenContract }) => tokenContract === null).map(({ network }) => network);
  expect(new Set(coins).size).toBe(coins.length);
});

test("[D.21] networks say how many confirmations are shown and when a deposit is final", () => {
  expect(networks.LOCAL_EVM.confirmations).toEqual({ shown: 3, final: 64 });
  expect(networks.ETHEREUM.confirmations).toEqual({ shown: 12, final: "finalized" });
  expect(networks.BSC.confirmations).toEqual({ shown: 15, final: 15 });
  expect(networks.BITCOIN.confirmations.final).toBe(3);
});
