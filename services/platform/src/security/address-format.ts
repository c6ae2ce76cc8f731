import { createHash } from "node:crypto";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { looksLikeAddress, type NetworkId } from "@tidemark/contracts";

/** Checks the format of addresses: coins sent to a mistyped address are lost. */
const usualAlphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const rippleAlphabet = "rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz";

function fromBase58(text: string, alphabet: string): Buffer | undefined {
  let value = 0n;
  for (const sign of text) {
    const digit = alphabet.indexOf(sign);
    if (digit < 0) return undefined;
    value = value * 58n + BigInt(digit);
  }
  const hex = value === 0n ? "" : value.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, "hex");
  const zeros = /^(.)\1*/.exec(text)?.[0] ?? "";
  return Buffer.concat([Buffer.alloc(text[0] === alphabet[0] ? zeros.length : 0), bytes]);
}

const sha256 = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest();

/** A version, twenty bytes and a checksum of four. */
function isBase58Check(text: string, versions: readonly number[], alphabet = usualAlphabet): boolean {
  const bytes = fromBase58(text, alphabet);
  if (bytes?.length !== 25 || !versions.includes(bytes[0]!)) return false;
  return sha256(sha256(bytes.subarray(0, 21)))
    .subarray(0, 4)
    .equals(bytes.subarray(21));
}

const bech32Alphabet = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const bech32Steps = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const bech32Ends = { old: 1, new: 0x2bc830a3 } as const;

function polymod(values: readonly number[]): number {
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [bit, step] of bech32Steps.entries()) if (((top >>> bit) & 1) === 1) sum ^= step;
  }
  return sum >>> 0;
}

/** BIP 173 and 350: version 0 has 20 or 32 bytes and the bech32 checksum, later versions bech32m. */
function isSegwit(text: string, prefix: string): boolean {
  const words = text
    .slice(prefix.length + 1)
    .split("")
    .map((sign) => bech32Alphabet.indexOf(sign));
  if (words.length < 8 || words.includes(-1)) return false;
  const head = prefix.split("").map((sign) => sign.codePointAt(0)! >> 5);
  const tail = prefix.split("").map((sign) => sign.codePointAt(0)! & 31);
  const version = words[0]!;
  if (polymod([...head, 0, ...tail, ...words]) !== (version === 0 ? bech32Ends.old : bech32Ends.new)) return false;
  const bits = (words.length - 7) * 5;
  const bytes = Math.floor(bits / 8);
  if (version > 16 || bits - bytes * 8 > 4 || bytes < 2 || bytes > 40) return false;
  return version === 0 ? bytes === 20 || bytes === 32 : true;
}

/** EIP-55: mixed case is a checksum. */
function isEvm(address: string): boolean {
  const digits = address.slice(2);
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true;
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits.toLowerCase())));
  return digits.split("").every((sign, at) => {
    const isCapital = Number.parseInt(hash[at]!, 16) >= 8;
    return sign === (isCapital ? sign.toUpperCase() : sign.toLowerCase());
  });
}

const checks: Readonly<Record<NetworkId, (address: string) => boolean>> = {
  BITCOIN: (text) => (text.startsWith("bc1") ? isSegwit(text, "bc") : isBase58Check(text, [0x00, 0x05])),
  LITECOIN: (text) => (text.startsWith("ltc1") ? isSegwit(text, "ltc") : isBase58Check(text, [0x30, 0x32, 0x05])),
  DOGECOIN: (text) => isBase58Check(text, [0x1e, 0x16]),
  TRON: (text) => isBase58Check(text, [0x41]),
  XRP: (text) => isBase58Check(text, [0x00], rippleAlphabet),
  SOLANA: (text) => fromBase58(text, usualAlphabet)?.length === 32,
  ETHEREUM: isEvm,
  BSC: isEvm,
};

export const isAddressOf = (network: NetworkId, address: string, memo: string): boolean =>
  looksLikeAddress(network, address, memo) && checks[network](address);

/** The canonical form for comparison: some networks ignore case, others do not. */
export const sameAs = (network: NetworkId, address: string): string =>
  network === "ETHEREUM" || network === "BSC" ? address.toLowerCase() : address;
