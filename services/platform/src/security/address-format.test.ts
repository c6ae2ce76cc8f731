import type { NetworkId } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { isAddressOf, sameAs } from "./address-format.ts";

const real: readonly (readonly [NetworkId, string])[] = [
  ["BITCOIN", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"],
  ["BITCOIN", "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy"],
  ["BITCOIN", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
  ["BITCOIN", "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3"],
  ["BITCOIN", "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0"],
  ["LITECOIN", "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9"],
  ["DOGECOIN", "DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L"],
  ["TRON", "TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH"],
  ["XRP", "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh"],
  ["SOLANA", "So11111111111111111111111111111111111111112"],
  ["SOLANA", "11111111111111111111111111111111"],
  ["ETHEREUM", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"],
  ["ETHEREUM", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"],
  ["BSC", "0xdbf03b407c01e7cd3cbea99509d93f8dddc8c6fb"],
  ["BITCOIN_REGTEST", "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"],
  ["BITCOIN_REGTEST", "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn"],
  ["LOCAL_EVM", "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"],
];

test("real addresses are taken", () => {
  for (const [network, address] of real) expect([address, isAddressOf(network, address, "")]).toEqual([address, true]);
});

/** Another sign of the same alphabet in its place. */
const mistyped = (address: string, at: number): string => {
  const sign = address[at]!;
  const other =
    /[a-f0-9]/.test(sign) && address.startsWith("0x") ? (sign === "a" ? "b" : "a") : sign === "q" ? "p" : "q";
  return address.slice(0, at) + other + address.slice(at + 1);
};

test("with any one sign mistyped they are not, wherever the network has a checksum", () => {
  const checked = real.filter(([network, address]) => network !== "SOLANA" && !/^0x[0-9a-f]{40}$/.test(address));
  expect(checked).toHaveLength(14);
  for (const [network, address] of checked) {
    const found = Array.from({ length: address.length - 4 }, (_, i) => mistyped(address, i + 4)).filter(
      (wrong) => wrong !== address && isAddressOf(network, wrong, ""),
    );
    // Capitals of EIP-55 are a checksum of some bits only: a digit that changes may happen to keep them.
    expect([address, found.length <= (address.startsWith("0x") ? 1 : 0)]).toEqual([address, true]);
  }
});

test("an old checksum on a new version, a wrong version and wrong capitals are refused", () => {
  expect(isAddressOf("BITCOIN", "bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7k7grplx", "")).toBe(
    false,
  );
  expect(isAddressOf("BITCOIN", "DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L", "")).toBe(false);
  expect(isAddressOf("DOGECOIN", "9BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", "")).toBe(false);
  expect(isAddressOf("ETHEREUM", "0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "")).toBe(false);
  expect(isAddressOf("SOLANA", "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh", "")).toBe(false);
});

test("two ways to write an address of an EVM chain are one", () => {
  const [a, b] = ["0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"];
  expect(sameAs("BSC", a)).toBe(sameAs("BSC", b));
  expect(sameAs("TRON", "Tab")).toBe("Tab");
});

test("nobody's address and the contract of a token are none: what is sent there is lost", () => {
  expect(isAddressOf("ETHEREUM", `0x${"0".repeat(40)}`, "")).toBe(false);
  expect(isAddressOf("ETHEREUM", "0xdAC17F958D2ee523a2206206994597C13D831ec7", "")).toBe(false);
  expect(isAddressOf("TRON", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "")).toBe(false);
});

test("an address of the public chain is none of its test chain, nor the other way round", () => {
  expect(isAddressOf("BITCOIN_REGTEST", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "")).toBe(false);
  expect(isAddressOf("BITCOIN", "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080", "")).toBe(false);
});
