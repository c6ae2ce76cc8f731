import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { blockOf, keyScript, minedTo, paysTo, txidOf } from "../../../testing/bitcoin-blocks.ts";
import { openBitcoinChain } from "./bitcoin-chain.ts";
import { bitcoinNetworkOf } from "./bitcoin-networks.ts";

const network = "BITCOIN_REGTEST";
const { genesis } = bitcoinNetworkOf(network);
/** The key hash of BIP 173's examples, and its address on a local chain. */
const keyHash = Buffer.from("751e76e8199196d454941c45d1b3a323f1433bd6", "hex");
const own = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
const height = 17;
const mined = minedTo(Uint8Array.from([0x51]), 1n, [0x01, height]);
const payment = paysTo([{ script: keyScript(keyHash), amount: 5n }], 1);
const block = blockOf(genesis, [mined, payment]);
const head = { height, hash: block.hash, parent: genesis };
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

const honest = {
  getblockcount: height as unknown,
  getblockhash: block.hash as unknown,
  getblockheader: { hash: block.hash, height, previousblockhash: genesis } as unknown,
  getblock: hexOf(block.bytes) as unknown,
};
type Says = typeof honest;
type Call = { readonly id: number; readonly method: keyof Says; readonly params: readonly unknown[] };

/** Heights above this one are refused, as nodes do. */
function answerOf({ id, method, params }: Call, says: Says): unknown {
  if (method === "getblockhash" && params[0] === 0) return { id, error: null, result: genesis };
  if (method === "getblockhash" && (params[0] as number) > height)
    return { id, error: { code: -8, message: "Block height out of range" }, result: null };
  return { id, error: null, result: says[method] };
}

/** A chain that is read from a node that says this, with its last request. */
async function chainOf(says: Partial<Says>, whole?: (call: Call) => string) {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      seen.push(request);
      const call = JSON.parse(Buffer.concat(parts).toString()) as Call;
      response.end(whole?.(call) ?? JSON.stringify(answerOf(call, { ...honest, ...says })));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://reader:p%40ss@127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { seen, open: () => openBitcoinChain({ network, url, timeoutMs: 5_000 }) };
}
const openWith = async (says: Partial<Says>) => (await chainOf(says)).open();
const read = async (says: Partial<Says>) => (await openWith(says)).transfersIn(head, async (list) => new Set(list));

test("an honest node: tip, head and the outputs to own addresses of a block", async () => {
  const { open, seen } = await chainOf({});
  const chain = await open();
  expect(await chain.tip()).toEqual({ height, finalized: undefined });
  expect([await chain.headAt(height), await chain.headAt(height + 1)]).toEqual([head, undefined]);
  const transfer = {
    txid: txidOf(payment),
    place: 0,
    asset: "BTC",
    to: own,
    amount: 5n,
    isShort: false,
    isMined: false,
  };
  expect(await read({})).toEqual([transfer]);
  expect(await chain.transfersIn(head, async () => new Set())).toEqual([]);
  const basic = Buffer.from("reader:p@ss").toString("base64");
  expect(new Set(seen.map(({ headers }) => headers.authorization))).toEqual(new Set([`Basic ${basic}`]));
});

test("a node of another chain is not read", async () => {
  const { open } = await chainOf({}, ({ id }) => JSON.stringify({ id, error: null, result: block.hash }));
  await expect(open()).rejects.toThrow("the node is on the chain of");
});

test("a head of another hash or height stops the scan", async () => {
  const wrong = [{ hash: "b".repeat(64) }, { height: height - 1 }, { height: height + 1 }];
  for (const one of wrong) {
    const chain = await openWith({ getblockheader: { ...(honest.getblockheader as object), ...one } });
    await expect(chain.headAt(height)).rejects.toThrow(/asked for (block|height)/);
  }
});

test("a block of another hash, parent or height stops the scan: to leave it out would lose a deposit", async () => {
  const other = blockOf(genesis, [mined, paysTo([{ script: keyScript(keyHash), amount: 6n }], 1)]);
  await expect(read({ getblock: hexOf(other.bytes) })).rejects.toThrow("asked for block");
  const chain = await openWith({});
  const all = async (list: readonly string[]) => new Set(list);
  await expect(chain.transfersIn({ ...head, parent: block.hash }, all)).rejects.toThrow("asked for parent");
  await expect(chain.transfersIn({ ...head, height: height + 1 }, all)).rejects.toThrow("asked for height");
  const changed = blockOf(genesis, [mined, payment], [mined, paysTo([{ script: keyScript(keyHash), amount: 6n }], 1)]);
  await expect(read({ getblock: hexOf(changed.bytes) })).rejects.toThrow("other transactions than its header");
});

test("[Z5] answers without an envelope, to another question or of another shape throw", async () => {
  for (const [text, problem] of [
    ["", "without an envelope"],
    ["<html>", "without an envelope"],
    ["[]", "without an envelope"],
    [JSON.stringify({ id: 99, error: null, result: genesis }), "answered another question"],
  ] as const)
    await expect((await chainOf({}, () => text)).open()).rejects.toThrow(problem);
  await expect((await openWith({ getblockcount: "17" })).tip()).rejects.toThrow("another shape");
  await expect(read({ getblock: "zz" })).rejects.toThrow("another shape");
  const refused = await chainOf({}, ({ id }) =>
    JSON.stringify({ id, error: { code: -28, message: "Loading" }, result: null }),
  );
  await expect(refused.open()).rejects.toThrow("getblockhash was refused with -28");
});
