import { expect, test } from "vitest";
import { looksLikeAddress, networkIds } from "./networks.ts";

const examples: Readonly<Record<string, string>> = {
  BITCOIN: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  ETHEREUM: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  BSC: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  TRON: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
  SOLANA: "So11111111111111111111111111111111111111112",
  XRP: "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh",
  DOGECOIN: "DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L",
  LITECOIN: "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9",
  LOCAL_EVM: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  BITCOIN_REGTEST: "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080",
};

test("an address looks like its own network's, and like another's only where the two write alike", () => {
  for (const network of networkIds) {
    const alike = networkIds.filter((other) => looksLikeAddress(other, examples[network]!, ""));
    expect(alike).toContain(network);
    const others = alike.filter((other) => other !== network);
    expect([network, others]).toEqual([network, expectedAlike[network] ?? []]);
  }
});
/** Chains of one family share their addresses; Solana has no mark of its own, so its shape also fits short ones of others. */
const expectedAlike: Readonly<Record<string, string[]>> = {
  ETHEREUM: ["BSC", "LOCAL_EVM"],
  BSC: ["ETHEREUM", "LOCAL_EVM"],
  LOCAL_EVM: ["ETHEREUM", "BSC"],
  TRON: ["SOLANA"],
  XRP: ["SOLANA"],
  DOGECOIN: ["SOLANA"],
};

test("a memo stands only where the network knows one", () => {
  expect(looksLikeAddress("XRP", examples.XRP!, "12345")).toBe(true);
  expect(looksLikeAddress("XRP", examples.XRP!, "4294967295")).toBe(true);
  for (const memo of ["4294967296", "01", "abc", "-1"])
    expect(looksLikeAddress("XRP", examples.XRP!, memo)).toBe(false);
  expect(looksLikeAddress("BITCOIN", examples.BITCOIN!, "12345")).toBe(false);
});
