import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { assetNetworkOf, assetNetworks } from "@tidemark/contracts";
import { systemClock } from "@tidemark/kit-node";
import { parseUnits } from "@tidemark/money";
import { mnemonicKeys } from "@tidemark/signer";
import { type AnvilClient, anvilClient, anvilPath } from "../../../services/wallet/testing/anvil.ts";
import { coldAddress, testWords } from "../../../services/wallet/testing/signer-process.ts";
import { callContract, placeContract } from "../../../services/wallet/testing/tokens.ts";
import { type BitcoinChain, startBitcoinChain } from "./bitcoin-chain.ts";
import { type Listener, run, type Running } from "../processes/processes.ts";
import { startDevelopmentSigner } from "./signer.ts";
import type { ChainWish } from "./wallet-process.ts";

const { depositXpub, addressOf } = mnemonicKeys(testWords);
/** More than anybody is given at the start: those balances came by no chain, and stand in the cold address. */
const ownTokens = 10n ** 18n;
const ether = 10n ** 18n;
const ownCoins = 1_000_000_000n * ether;
const hotTokens = 10n ** 12n;
const hotCoins = 1_000n * ether;

export type DevelopmentChain = ChainWish & { readonly faucetUrl: string; stop(): Promise<void> };
type ChainSettings = {
  readonly port: number;
  /** Starts a Bitcoin chain too; without it there is none. */
  readonly bitcoin?: { readonly port: number; readonly blockEveryMs?: number };
  readonly faucetPort: number;
  /** The chain is kept there: a wallet that finds another one stops reading. */
  readonly folder: string;
  readonly onLine?: Listener;
};
type Address = `0x${string}`;

const ignored: Listener = () => undefined;
const blockSeconds = "1";
const keepEverySeconds = "5";
const readyWaitMaxMs = 30_000;

async function untilAnswers(client: AnvilClient): Promise<void> {
  const giveUpAt = systemClock.steady() + readyWaitMaxMs;
  while ((await client.getChainId().catch(() => undefined)) === undefined) {
    if (systemClock.steady() > giveUpAt) throw new Error("anvil did not answer");
    await systemClock.sleep(100);
  }
}

/** The tokens of the local chain, at the addresses that the list of networks has, and what the exchange has of them. */
async function placeTokens(client: AnvilClient): Promise<void> {
  const hot = addressOf("hot") as Address;
  const isNew = (await client.getBalance({ address: coldAddress })) === 0n;
  if (isNew) {
    await client.setBalance({ address: hot, value: hotCoins });
    await client.setBalance({ address: coldAddress, value: ownCoins });
  }
  for (const { network, tokenContract } of assetNetworks) {
    if (network !== "LOCAL_EVM" || tokenContract === null) continue;
    const address = tokenContract as Address;
    if ((await client.getCode({ address })) === undefined) await placeContract(client, "Plain", address);
    if (!isNew) continue;
    await callContract(client, "Plain", address, "mint", [hot, hotTokens]);
    await callContract(client, "Plain", address, "mint", [coldAddress, ownTokens]);
  }
}

const addressShape = /^0x[0-9a-fA-F]{40}$/;

/** Coins without worth for an address: who develops has no other way to make a deposit. */
async function give(client: AnvilClient, asset: string, to: string, amount: string): Promise<string> {
  const terms = assetNetworkOf(asset, "LOCAL_EVM");
  const units = terms === undefined ? undefined : parseUnits(amount, terms.decimals);
  if (terms === undefined || units === undefined || !addressShape.test(to))
    throw new RangeError("ask POST /?asset=USDT&to=0x…&amount=100; asset is ETH, USDT or USDC");
  const address = to as Address;
  if (terms.tokenContract === null) return client.sendTransaction({ to: address, value: units });
  const contract = terms.tokenContract as Address;
  await callContract(client, "Plain", contract, "mint", [client.account.address, units]);
  return callContract(client, "Plain", contract, "transfer", [address, units]);
}

/** For the page's button and for a terminal. It listens on this machine only, and the coins are worth nothing. */
function serveFaucet(client: AnvilClient, bitcoin: BitcoinChain | undefined, port: number): () => void {
  const given = async (asset: string, to: string, amount: string): Promise<string> =>
    asset === "BTC" && bitcoin !== undefined ? bitcoin.give(to, amount) : give(client, asset, to, amount);
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://faucet");
    const [asset, to, amount] = ["asset", "to", "amount"].map((name) => searchParams.get(name) ?? "");
    if (request.method !== "POST") return void response.writeHead(405).end("POST /?asset=USDT&to=0x…&amount=100\n");
    given(asset!, to!, amount!).then(
      (txid) => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ txid })),
      (error: unknown) => response.writeHead(400).end(`${error instanceof Error ? error.message : "failed"}\n`),
    );
  });
  server.listen(port, "127.0.0.1");
  return () => void server.close();
}

type EvmChain = { readonly nodeUrl: string; readonly client: AnvilClient; stop(): Promise<void> };

async function startEvmChain({ port, folder, onLine = ignored }: ChainSettings): Promise<EvmChain> {
  const args = ["--host", "127.0.0.1", "--port", String(port), "--silent", "--block-time", blockSeconds];
  const kept = ["--state", join(folder, "chain.json"), "--state-interval", keepEverySeconds];
  const chain: Running = run({ name: "chain", command: anvilPath(), args: [...args, ...kept] }, onLine);
  const nodeUrl = `http://127.0.0.1:${port}`;
  const client = anvilClient(nodeUrl);
  try {
    await untilAnswers(client);
    await placeTokens(client);
  } catch (error) {
    await chain.stop();
    throw error;
  }
  return { nodeUrl, client, stop: () => chain.stop() };
}

/**
 * A local EVM chain that mines every second, its tokens, a Bitcoin chain beside it if there is to be one, a faucet, and the signer of the
 * addresses that pay on both.
 */
export async function startChain(settings: ChainSettings): Promise<DevelopmentChain> {
  const { faucetPort, folder, onLine = ignored } = settings;
  mkdirSync(folder, { recursive: true });
  const bitcoinStarts =
    settings.bitcoin === undefined ? undefined : startBitcoinChain({ ...settings.bitcoin, folder, onLine });
  const [evm, bitcoin] = await startedTogether(startEvmChain(settings), bitcoinStarts);
  const closeFaucet = serveFaucet(evm.client, bitcoin, faucetPort);
  const signer = startDevelopmentSigner(folder, onLine);
  return {
    nodeUrl: evm.nodeUrl,
    depositXpub,
    signerSocket: signer.socketPath,
    ...(bitcoin === undefined ? {} : { bitcoin }),
    faucetUrl: `http://127.0.0.1:${faucetPort}`,
    async stop() {
      closeFaucet();
      await signer.stop();
      await Promise.all([evm.stop(), bitcoin?.stop()]);
    },
  };
}

/** Both, or none: what fails ends the other. */
async function startedTogether(
  evm: Promise<EvmChain>,
  bitcoin: Promise<BitcoinChain> | undefined,
): Promise<[EvmChain, BitcoinChain | undefined]> {
  const [first, second] = await Promise.allSettled([evm, bitcoin]);
  if (first.status === "fulfilled" && second.status === "fulfilled") return [first.value, second.value];
  if (first.status === "fulfilled") await first.value.stop();
  if (second.status === "fulfilled") await second.value?.stop();
  throw first.status === "rejected" ? first.reason : (second as PromiseRejectedResult).reason;
}
