import type { NetworkId } from "@tidemark/contracts";
import type { z } from "zod";
import { envelope } from "./bitcoin-shapes.ts";

export type BitcoinChainDeps = {
  readonly network: NetworkId;
  /** With `user:password@` where the node wants them. */
  readonly url: string;
  readonly timeoutMs: number;
};

export type BitcoinRpc = <Shape extends z.ZodType>(
  method: string,
  params: readonly unknown[],
  shape: Shape,
) => Promise<z.infer<Shape>>;

/** The node answered, and refused. */
export class NodeRefusal extends Error {
  readonly code: number;
  constructor(method: string, code: number, message: string) {
    super(`node: ${method} was refused with ${code}: ${message.slice(0, 200)}`);
    this.code = code;
  }
}

/** Twice the digits of the largest block: an answer without an end must not fill the memory. */
const answerBytesMax = 16_000_000;

async function textOf(method: string, { body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    if (size > answerBytesMax) throw new Error(`node: the answer to ${method} is too long`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** JSON-RPC of a Bitcoin node. Its numbers are heights only: amounts are read from raw blocks, never from JSON. */
export function bitcoinRpcOf({ url, timeoutMs }: Omit<BitcoinChainDeps, "network">): BitcoinRpc {
  const place = new URL(url);
  const [user, password] = [decodeURIComponent(place.username), decodeURIComponent(place.password)];
  place.username = "";
  place.password = "";
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (user !== "" || password !== "")
    headers.authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  let idLast = 0;
  return async (method, params, shape) => {
    const id = (idLast += 1);
    const response = await fetch(place, {
      method: "POST",
      headers,
      body: JSON.stringify({ jsonrpc: "1.0", id, method, params }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: "error",
    });
    // A refusal may come with any status; what is no envelope is a failure of the node or of what stands before it.
    const answer = envelope.safeParse(jsonOf(await textOf(method, response)));
    if (!answer.success) throw new Error(`node: ${method} answered ${response.status} without an envelope`);
    const { error, result } = answer.data;
    if (answer.data.id !== id) throw new Error(`node: ${method} answered another question`);
    if (error !== null && error !== undefined) throw new NodeRefusal(method, error.code, error.message);
    const read = shape.safeParse(result);
    if (!read.success) throw new Error(`node: ${method} answered another shape: ${read.error.issues[0]?.message}`);
    return read.data;
  };
}
