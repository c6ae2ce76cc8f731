import { expect, test } from "vitest";
import { chainsOf, coldAddressesOf, hotTargetsOf, readSettings, witnessesOf } from "./config.ts";

const chains = (WALLET_CHAINS: string, more: object = {}) =>
  chainsOf({ WALLET_CHAINS, WALLET_FIRST_BLOCKS: "", TIDEMARK_MODE: "development", ...more });

test("chains are named with a node each, and may say where reading begins", () => {
  expect(chains("LOCAL_EVM=http://127.0.0.1:8545, BSC=https://node", { WALLET_FIRST_BLOCKS: "BSC=41000000" })).toEqual([
    { network: "LOCAL_EVM", url: "http://127.0.0.1:8545", firstHeight: undefined },
    { network: "BSC", url: "https://node", firstHeight: 41_000_000 },
  ]);
});

test("production reads a node of another host by https only", () => {
  const inProduction = (url: string) => () => chains(`BSC=${url}`, { TIDEMARK_MODE: "production" });
  for (const url of ["http://node:8545", "http://10.0.0.5", "http://127.0.0.1.example", "http://localhost@node"])
    expect(inProduction(url)).toThrow("needs https:// in production");
  for (const url of ["https://node", "http://127.0.0.1:8545", "http://localhost:8545", "http://[::1]:8545"])
    expect(inProduction(url)()).toEqual([{ network: "BSC", url, firstHeight: undefined }]);
});

test("a network that is unknown, twice, not readable or local in production stops the start", () => {
  expect(() => chains("NONE=http://a")).toThrow("is not NETWORK=value");
  expect(() => chains("BSC=http://a,BSC=http://b")).toThrow("stands there twice");
  for (const id of ["TRON", "LITECOIN", "DOGECOIN"])
    expect(() => chains(`${id}=http://a`)).toThrow("cannot be read yet");
  expect(() => chains("BSC=file:///a")).toThrow("needs http");
  expect(() => chains("BSC=http://a", { WALLET_FIRST_BLOCKS: "BSC=-1" })).toThrow("is no height");
  for (const id of ["LOCAL_EVM", "BITCOIN_REGTEST"])
    expect(() => chains(`${id}=http://a`, { TIDEMARK_MODE: "production" })).toThrow("is a local chain");
});

test("second nodes, cold addresses and hot targets are read by network, and what is wrong stops the start", () => {
  expect(witnessesOf({ WALLET_WITNESSES: "BSC=https://other", TIDEMARK_MODE: "production" }, ["BSC"]).get("BSC")).toBe(
    "https://other",
  );
  expect(() => witnessesOf({ WALLET_WITNESSES: "BSC=http://other", TIDEMARK_MODE: "production" }, [])).toThrow(
    "needs https://",
  );
  expect(() => witnessesOf({ WALLET_WITNESSES: "", TIDEMARK_MODE: "production" }, ["BSC"])).toThrow(
    "BSC needs a second node in production",
  );
  expect(witnessesOf({ WALLET_WITNESSES: "", TIDEMARK_MODE: "development" }, ["LOCAL_EVM"]).size).toBe(0);
  expect(() => coldAddressesOf({ COLD_ADDRESSES: "BSC=0x12", TIDEMARK_MODE: "development" }, [])).toThrow(
    "is no address",
  );
  const cold = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";
  expect(coldAddressesOf({ COLD_ADDRESSES: `BSC=${cold}`, TIDEMARK_MODE: "production" }, ["BSC"]).get("BSC")).toBe(
    "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  );
  expect(() => coldAddressesOf({ COLD_ADDRESSES: "", TIDEMARK_MODE: "production" }, ["BSC"])).toThrow("BSC needs one");
  expect(hotTargetsOf({ HOT_TARGETS: "BSC/USDT=100.5, LOCAL_EVM/USDT=2" }, "LOCAL_EVM")).toEqual(
    new Map([["USDT", 2_000_000n]]),
  );
  for (const wrong of ["BSC/USDT", "BSC/NONE=1", "NONE/USDT=1", "BSC/USDT=1.2.3"])
    expect(() => hotTargetsOf({ HOT_TARGETS: wrong }, "BSC")).toThrow("HOT_TARGETS");
});

test("a cold address of Bitcoin pays to the hash of one key: no other form is read from blocks", () => {
  const cold = (address: string) => () =>
    coldAddressesOf({ COLD_ADDRESSES: `BITCOIN=${address}`, TIDEMARK_MODE: "production" }, ["BITCOIN"]);
  const key = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
  expect(cold(key)().get("BITCOIN")).toBe(key);
  // Of a script, taproot, the older forms, and one with a wrong checksum.
  for (const other of [
    "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3",
    "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
    "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
    "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy",
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5",
  ])
    expect(cold(other)).toThrow("must pay to the hash of one key");
});

test("a wallet that pays has a key of its own for the signer", () => {
  expect(() => readSettings({ SIGNER_SOCKET: "signer.sock", SIGNER_REQUEST_KEY: "abc" })).toThrow("64 hex digits");
  expect(readSettings({ SIGNER_SOCKET: "signer.sock" }).SIGNER_REQUEST_KEY).toBe("");
});
