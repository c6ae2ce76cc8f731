import { HDKey } from "@scure/bip32";
import type { NetworkId } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { addressBooks } from "./address-books.ts";

const seed = Buffer.alloc(32, 7);
const versions = { public: 0x043587cf, private: 0x04358394 };
const keys = {
  DEPOSIT_XPUB: HDKey.fromMasterSeed(seed).derive("m/44'/60'/1'").publicExtendedKey,
  BITCOIN_DEPOSIT_XPUB: HDKey.fromMasterSeed(seed, versions).derive("m/84'/1'/0'").publicExtendedKey,
};
// Nothing is stored or logged before an address is asked for.
const deps = { db: undefined as never, log: undefined as never };
const booksOf = (list: readonly NetworkId[], given: Partial<typeof keys> = {}) =>
  addressBooks(
    deps,
    list.map((network) => ({ network })),
    { ...keys, ...given },
  );

test("EVM networks share their addresses, Bitcoin has its own", () => {
  const of = booksOf(["LOCAL_EVM", "BSC", "BITCOIN_REGTEST"]);
  expect(of("BSC")).toBe(of("LOCAL_EVM"));
  expect(of("BITCOIN_REGTEST")).not.toBe(of("BSC"));
  expect(() => of("BITCOIN")).toThrow("BITCOIN is not read");
});

test("a key that is missing or of another network stops the start where it is needed, and nowhere else", () => {
  expect(() => booksOf(["BITCOIN_REGTEST"], { BITCOIN_DEPOSIT_XPUB: "" })).toThrow("needs tpub or vpub");
  expect(() => booksOf(["BITCOIN"])).toThrow("needs xpub or zpub");
  booksOf(["LOCAL_EVM"], { BITCOIN_DEPOSIT_XPUB: "" });
  booksOf(["BITCOIN_REGTEST"], { DEPOSIT_XPUB: "" });
});
