import type { NetworkId } from "@tidemark/contracts";
import { BaseError, createClient, http } from "viem";
import type { z } from "zod";
import { bytesAnswer, wordShape } from "./evm-shapes.ts";

export type EvmChainDeps = { readonly network: NetworkId; readonly url: string; readonly timeoutMs: number };

export type Rpc = <Shape extends z.ZodType>(
  method: string,
  params: readonly unknown[],
  shape: Shape,
) => Promise<z.infer<Shape>>;

export const hexOf = (height: number): string => `0x${height.toString(16)}`;

/** The library's messages have the node's URL in them, and a provider's key may be part of that. */
function withoutUrl(error: unknown): never {
  if (error instanceof BaseError) error.message = [error.shortMessage, error.details].join(" ");
  throw error;
}

/** Questions of one moment go to the node as one list of so many; one where none is asked for. */
export function rpcOf({ url, timeoutMs }: EvmChainDeps, batchSize = 1): Rpc {
  const batch = batchSize === 1 ? false : { batchSize };
  const client = createClient({ transport: http(url, { timeout: timeoutMs, retryCount: 0, batch }) });
  const request = client.request as (ask: { method: string; params: readonly unknown[] }) => Promise<unknown>;
  return async (method, params, shape) => {
    const read = shape.safeParse(await request({ method, params }).catch(withoutUrl));
    if (!read.success) throw new Error(`node: ${method} answered another shape: ${read.error.issues[0]?.message}`);
    return read.data;
  };
}

/** The EVM's own refusal, as nodes number it; everything else is a failure of the node. */
const revertedCode = 3;
export const isReverted = (error: unknown): boolean =>
  error instanceof BaseError &&
  error.walk((cause) => (cause as { code?: unknown } | null)?.code === revertedCode) !== null;

/** `balanceOf(address)` of ERC-20. */
const balanceSelector = "0x70a08231";

/** Undefined: the token does not say. One that refuses must not keep the whole chain from being read. */
export async function tokenBalanceAt(
  rpc: Rpc,
  contract: string,
  address: string,
  at: { readonly blockHash: string } | "latest",
): Promise<bigint | undefined> {
  const data = `${balanceSelector}${address.slice(2).toLowerCase().padStart(64, "0")}`;
  try {
    const bytes = await rpc("eth_call", [{ to: contract, data }, at], bytesAnswer);
    return wordShape.test(bytes) ? BigInt(bytes) : undefined;
  } catch (error) {
    if (isReverted(error)) return undefined;
    throw error;
  }
}
