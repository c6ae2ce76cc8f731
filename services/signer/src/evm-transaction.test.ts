import fc from "fast-check";
import { keccak256, serializeTransaction } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import { decodeTransaction, digestOf, hexOf, isEvmAddress, signedTransaction } from "./evm-transaction.ts";

const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => hexOf(bytes) as `0x${string}`);
const data = fc.uint8Array({ maxLength: 100 }).map((bytes) => hexOf(bytes) as `0x${string}`);
const big = (bits: number): fc.Arbitrary<bigint> => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n });
const transaction = fc.record({
  to: address,
  data,
  value: big(256),
  nonce: fc.nat(),
  gas: big(60),
  maxPriorityFeePerGas: big(60),
  extra: big(60),
  chainId: fc.integer({ min: 1, max: 2 ** 40 }),
});

test("what another library serializes is decoded to the same fields, digest and signed bytes", async () => {
  const account = privateKeyToAccount(`0x${"11".repeat(32)}`);
  await fc.assert(
    fc.asyncProperty(transaction, async ({ extra, ...parts }) => {
      const fields = { ...parts, type: "eip1559", maxFeePerGas: parts.maxPriorityFeePerGas + extra } as const;
      const raw = serializeTransaction(fields);
      const decoded = decodeTransaction(raw);
      if (!decoded.ok) throw new Error(decoded.reason);
      const { value, nonce, gasLimit, feePerGasMax, chainId, to } = decoded.value;
      expect({ value, nonce, gasLimit, feePerGasMax, chainId, to: to.toLowerCase() }).toEqual({
        value: fields.value,
        nonce: BigInt(fields.nonce),
        gasLimit: fields.gas,
        feePerGasMax: fields.maxFeePerGas,
        chainId: BigInt(fields.chainId),
        to: fields.to,
      });
      expect(hexOf(digestOf(decoded.value))).toBe(keccak256(raw));
      const { r, s, yParity } = await account.sign({ hash: keccak256(raw) }).then(partsOfSignature);
      expect(signedTransaction(decoded.value, { r, s, yParity }).signed).toBe(await account.signTransaction(fields));
    }),
    { numRuns: 50 },
  );
});

const partsOfSignature = (text: string): { r: bigint; s: bigint; yParity: 0 | 1 } => ({
  r: BigInt(text.slice(0, 66)),
  s: BigInt(`0x${text.slice(66, 130)}`),
  yParity: text.endsWith("1c") ? 1 : 0,
});

test("bytes that are no transaction are refused, never thrown at the caller", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const decoded = decodeTransaction(hexOf(Uint8Array.from([2, ...bytes])));
      if (decoded.ok) expect(decoded.value.fields).toHaveLength(8);
    }),
  );
});

test("an address counts only with its checksum", () => {
  expect(isEvmAddress("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")).toBe(true);
  expect(isEvmAddress("0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed")).toBe(false);
  expect(isEvmAddress("0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")).toBe(false);
});
