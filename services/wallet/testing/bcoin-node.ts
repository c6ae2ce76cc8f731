// A Bitcoin node for tests and development, in a process of its own: `node bcoin-node.ts PORT [FILE]`. Its chain is in memory, and kept in the file.
import { createRequire, registerHooks } from "node:module";
import { type ChainRows, keepRows } from "./bcoin-file.ts";

/** What the packages of bcoin ask for and a node without disk and keys never uses. */
const unused = new Set(["leveldown", "create-hash", "drbg.js/hmac"]);

registerHooks({
  resolve: (name, context, next) =>
    unused.has(name) ? { url: `unused:${name}`, format: "commonjs", shortCircuit: true } : next(name, context),
  load: (url, context, next) =>
    url.startsWith("unused:")
      ? { source: "module.exports = function unused() {}", format: "commonjs", shortCircuit: true }
      : next(url, context),
});

type Transaction = {
  readonly inputs: readonly { readonly prevout: { readonly hash: string; readonly index: number }; isRBF(): boolean }[];
  getFee(view: object): number;
  getVirtualSize(): number;
};
type Entry = { readonly tx: Transaction; readonly fee: number };
type Mempool = {
  getSpent(hash: string, index: number): Entry | undefined;
  getCoinView(tx: Transaction): Promise<object>;
  evictEntry(entry: Entry): void;
  addTX(tx: Transaction, id?: number): Promise<unknown>;
};
type Node = {
  readonly mempool: Mempool;
  readonly chain: { readonly db: { readonly db: { readonly binding: ChainRows } } };
  open(): Promise<void>;
  connect(): Promise<void>;
};
type Bcoin = { readonly FullNode: new (options: object) => Node };

// Read while its modules are loaded: without it they look for native code.
process.env.NODE_BACKEND = "js";
const { FullNode } = createRequire(import.meta.url)("bcoin") as Bcoin;

const [, , port, file] = process.argv;
const node = new FullNode({
  network: "regtest",
  memory: true,
  workers: false,
  listen: false,
  indexTX: true,
  indexAddress: true,
  httpHost: "127.0.0.1",
  httpPort: Number(port),
  noAuth: true,
  replaceByFee: true,
});

/** One unit for a virtual byte above what is replaced (BIP 125). */
const replacementRate = 1;

/** Replaces what waits by what spends the same coins for more, as today's nodes do: this one takes replaceable transactions, and replaces none. */
const { mempool } = node;
const add = mempool.addTX.bind(mempool);
mempool.addTX = async (tx, id) => {
  const spent = tx.inputs.flatMap(({ prevout: { hash, index } }) => mempool.getSpent(hash, index) ?? []);
  const replaced = new Set(spent.filter((entry) => entry.tx.inputs.some((input) => input.isRBF())));
  const before = [...replaced].reduce((sum, { fee }) => sum + fee, 0);
  const now = tx.getFee(await mempool.getCoinView(tx));
  if (replaced.size > 0 && now >= before + tx.getVirtualSize() * replacementRate)
    for (const entry of replaced) mempool.evictEntry(entry);
  return add(tx, id);
};
if (file !== undefined) keepRows(node.chain.db.db.binding, file);
await node.open();
await node.connect();
