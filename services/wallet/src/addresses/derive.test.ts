import { HDKey } from "@scure/bip32";
import { expect, test } from "vitest";
import { bitcoinAddressesOf } from "./derive.ts";

/** BIP 84's example: the account of "abandon … about". */
const zpub =
  "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs";
const addresses = ["bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", "bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g"];

const forms = {
  xpub: { public: 0x0488b21e, private: 0x0488ade4 },
  tpub: { public: 0x043587cf, private: 0x04358394 },
  vpub: { public: 0x045f1cf6, private: 0x045f18bc },
};
const seed = Buffer.alloc(32, 7);
const account = (form: keyof typeof forms, path = "m/84'/1'/0'") =>
  HDKey.fromMasterSeed(seed, forms[form]).derive(path);

test("addresses of Bitcoin are those of BIP 84's example", () => {
  const at = bitcoinAddressesOf("BITCOIN", zpub);
  expect([at(0), at(1)]).toEqual(addresses);
});

test("one key in its several forms has the same addresses, with the prefix of its network", () => {
  const [tpub, vpub] = [account("tpub").publicExtendedKey, account("vpub").publicExtendedKey];
  const at = bitcoinAddressesOf("BITCOIN_REGTEST", tpub);
  expect(at(7)).toMatch(/^bcrt1q[02-9ac-hj-np-z]{38}$/);
  expect(bitcoinAddressesOf("BITCOIN_REGTEST", vpub)(7)).toBe(at(7));
  expect(bitcoinAddressesOf("BITCOIN", account("xpub").publicExtendedKey)(7)).toMatch(/^bc1q/);
  expect(new Set([at(0), at(1), at(2 ** 31 - 1)]).size).toBe(3);
});

test("a key of another network, a private key and a key that is no account's are refused", () => {
  expect(() => bitcoinAddressesOf("BITCOIN_REGTEST", zpub)).toThrow("needs tpub or vpub");
  expect(() => bitcoinAddressesOf("BITCOIN", account("tpub").publicExtendedKey)).toThrow("needs xpub or zpub");
  expect(() => bitcoinAddressesOf("BITCOIN", account("xpub").privateExtendedKey)).toThrow("no private key");
  expect(() => bitcoinAddressesOf("BITCOIN", "")).toThrow("needs xpub or zpub");
  for (const path of ["m", "m/84'/1'", "m/84'/1'/0'/0"])
    expect(() => bitcoinAddressesOf("BITCOIN", account("xpub", path).publicExtendedKey)).toThrow(
      "not the key of an account",
    );
  expect(() => bitcoinAddressesOf("BITCOIN", `${zpub.slice(0, -1)}t`)).toThrow(/checksum/i);
  expect(() => bitcoinAddressesOf("LITECOIN", zpub)).toThrow("not read as Bitcoin");
});
