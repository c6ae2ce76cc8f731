import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { assetNetworkOf } from "@tidemark/contracts";
import { expect, onTestFinished, test } from "vitest";
import { openEvmChain } from "./evm-chain.ts";
import { transferTopic } from "./evm-shapes.ts";

const word = (hex: string): string => `0x${hex.padStart(64, "0")}`;
const own = "70997970c51812dc3a010c7d01b50e0d17dc79c8";
const head = { height: 9, hash: word("a"), parent: word("9") };
const [coinTx, tokenTx] = [word("c1"), word("c2")];
const usdt = assetNetworkOf("USDT", "LOCAL_EVM")!.tokenContract!;

const transaction = {
  hash: coinTx,
  blockHash: head.hash,
  from: `0x${"1".padStart(40, "0")}`,
  to: `0x${own}`,
  value: "0x5",
};
const block = { hash: head.hash, transactions: [transaction] };
const log = {
  address: usdt,
  topics: [transferTopic, word("1"), word(own)],
  data: word("ff"),
  blockHash: head.hash,
  transactionHash: tokenTx,
  logIndex: "0x0",
};
const receipt = { blockHash: head.hash, status: "0x1", logs: [{ logIndex: "0x0" }] };
const honest = { block, logs: [log], coinReceipt: receipt, tokenReceipt: receipt };

type Call = { readonly id: number; readonly method: string; readonly params: readonly unknown[] };

function answerOf({ method, params }: Call, says: typeof honest): unknown {
  if (method === "eth_chainId") return "0x7a69";
  if (method === "eth_getBlockByHash") return says.block;
  if (method === "eth_getLogs") return says.logs;
  if (method === "eth_getTransactionReceipt")
    return { transactionHash: params[0], ...(params[0] === coinTx ? says.coinReceipt : says.tokenReceipt) };
  // A balance, before and after.
  return (params[1] as { blockHash: string }).blockHash === head.hash ? word("ff") : word("0");
}

/** What is read of one block from a node that says this. */
async function readFrom(says: typeof honest) {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const call = JSON.parse(Buffer.concat(parts).toString()) as Call;
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ jsonrpc: "2.0", id: call.id, result: answerOf(call, says) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const chain = await openEvmChain({ network: "LOCAL_EVM", url, timeoutMs: 5_000 });
  return chain.transfersIn(head, async (list) => new Set(list));
}

test("coins and tokens of a block are read where all answers are of that block", async () => {
  expect(await readFrom(honest)).toEqual([
    expect.objectContaining({ txid: coinTx, place: 0, asset: "ETH", amount: 5n }),
    expect.objectContaining({ txid: tokenTx, place: 1, asset: "USDT", amount: 255n, isShort: false }),
  ]);
});

test("an answer of another block stops the scan: to leave it out would lose a deposit", async () => {
  const blockHash = word("b");
  const wrong: readonly Partial<typeof honest>[] = [
    { block: { ...block, hash: blockHash } },
    { block: { ...block, transactions: [{ ...transaction, blockHash }] } },
    { logs: [{ ...log, blockHash }] },
    { coinReceipt: { ...receipt, blockHash } },
    { tokenReceipt: { ...receipt, blockHash } },
  ];
  for (const one of wrong) await expect(readFrom({ ...honest, ...one })).rejects.toThrow("asked for block");
});

test("a node that contradicts itself about a log stops the scan", async () => {
  const removed = { ...honest, logs: [{ ...log, removed: true }] };
  await expect(readFrom(removed)).rejects.toThrow("was removed meanwhile");
  for (const tokenReceipt of [
    { ...receipt, status: "0x0" },
    { ...receipt, logs: [] },
  ])
    await expect(readFrom({ ...honest, tokenReceipt })).rejects.toThrow("lacks one of its logs");
});
