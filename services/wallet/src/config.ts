import { assetNetworkOf, isNetworkId, type NetworkId, networks } from "@tidemark/contracts";
import {
  busSettings,
  choice,
  integer,
  keyShape,
  modeSetting,
  postgresSettings,
  rateSettings,
  readConfig,
  refuseInProduction,
  text,
} from "@tidemark/kit-node";
import { parseUnits } from "@tidemark/money";
import { getAddress } from "viem";
import { bitcoinNetworkOf, isBitcoinNetwork, isKeyAddress } from "./chains/bitcoin/bitcoin-networks.ts";

/** All settings of the wallet. BUS_KEYS needs the keys of `wallet`, `wallet_rpc` and `wallet_asks`. No private key is one of them. */
const settings = {
  ...busSettings,
  ...modeSetting,
  ...postgresSettings,
  ...rateSettings,
  /** `serve`, or `migrate`: change the tables and end. */
  WALLET_ROLE: choice(["serve", "migrate"], "serve"),
  /** With WALLET_ROLE=migrate: as the owner of the schema, comma-separated. */
  MIGRATION_URLS: text({ default: "postgres://postgres@127.0.0.1:5432/tidemark" }),
  WALLET_HOST: text({ default: "127.0.0.1" }),
  /** Port of /health. */
  WALLET_PORT: integer({ min: 0, max: 65_535, default: 8_091 }),
  /** The chains that deposits are read from, and a node of each that is one's own: `NETWORK=url`, comma-separated. */
  WALLET_CHAINS: text({ default: "" }),
  /** Reading begins behind this block where none was read yet: `NETWORK=height`, comma-separated. A network that is not named begins behind its newest final one. */
  WALLET_FIRST_BLOCKS: text({ default: "" }),
  /** The public key of the signer's deposit account, as `pnpm signer` prints it. */
  DEPOSIT_XPUB: text({ default: "" }),
  /** The public key of the account of Bitcoin deposits (BIP 84): xpub or zpub, of a local chain tpub or vpub. It is needed where Bitcoin is read. */
  BITCOIN_DEPOSIT_XPUB: text({ default: "" }),
  /** The Unix socket of the signer; without it deposits are credited and nothing is paid. */
  SIGNER_SOCKET: text({ default: "" }),
  /** Key that signs what the signer is asked: 64 hex digits. The signer's policy has its public key. */
  SIGNER_REQUEST_KEY: text({ default: "" }),
  SIGNER_TIMEOUT_MS: integer({ min: 100, max: 60_000, default: 5_000 }),
  /** Second nodes, run by others, that must agree on the end of every payment and on our balances: `NETWORK=url`, comma-separated. Production needs one for each network that is paid on. */
  WALLET_WITNESSES: text({ default: "" }),
  /** The cold addresses, as the signer's policy has them: what stands there counts as ours. `NETWORK=address`, comma-separated. */
  COLD_ADDRESSES: text({ default: "" }),
  /** What a hot address keeps, in coins; the excess goes to the cold one. `NETWORK/ASSET=amount`, comma-separated. */
  HOT_TARGETS: text({ default: "" }),
  PAY_EVERY_MS: integer({ min: 50, max: 60_000, default: 1_000 }),
  /** In no block for so long, a transaction's fee is raised. */
  PAYMENT_STUCK_MS: integer({ min: 1_000, max: 24 * 60 * 60_000, default: 180_000 }),
  SCAN_EVERY_MS: integer({ min: 50, max: 60_000, default: 1_000 }),
  NODE_TIMEOUT_MS: integer({ min: 100, max: 60_000, default: 10_000 }),
  /** Without a whole scan for so long a network is shown as closed, and /health says no. */
  SCAN_AGE_MAX_MS: integer({ min: 1_000, max: 3_600_000, default: 60_000 }),
  DATABASE_CONNECTIONS_MAX: integer({ min: 2, max: 100, default: 8 }),
  DATABASE_TIMEOUT_MS: integer({ min: 100, max: 60_000, default: 5_000 }),
  QUESTIONS_IN_FLIGHT_MAX: integer({ min: 1, max: 10_000, default: 256 }),
} as const;

export type Config = ReturnType<typeof readConfig<typeof settings>>;

export function readSettings(from?: Record<string, string | undefined>): Config {
  const read = readConfig(settings, from);
  refuseInProduction(read, read.SIGNER_SOCKET === "" ? {} : { secrets: ["SIGNER_REQUEST_KEY"] });
  if (read.SIGNER_SOCKET !== "" && read.SIGNER_REQUEST_KEY !== "" && !keyShape.test(read.SIGNER_REQUEST_KEY))
    throw new Error("SIGNER_REQUEST_KEY must be 64 hex digits");
  return read;
}

function pairsOf(name: string, setting: string): [NetworkId, string][] {
  const pairs = setting.split(",").filter((part) => part.trim() !== "");
  const read = pairs.map((pair): [NetworkId, string] => {
    const [, id, value] = /^\s*(\w+)=(\S+)\s*$/.exec(pair) ?? [];
    if (id === undefined || !isNetworkId(id)) throw new Error(`${name}: ${pair.split("=")[0]} is not NETWORK=value`);
    return [id, value!];
  });
  if (new Set(read.map(([id]) => id)).size < read.length) throw new Error(`${name}: one network stands there twice`);
  return read;
}

export type ChainSetting = {
  readonly network: NetworkId;
  readonly url: string;
  readonly firstHeight: number | undefined;
};
/** Nobody stands between a process and its own host. */
const loopback: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

type ChainsConfig = Pick<Config, "WALLET_CHAINS" | "WALLET_FIRST_BLOCKS" | "TIDEMARK_MODE">;

const isEvm = (network: NetworkId): boolean => networks[network].kind === "evm";
/** Deposits of all of these are read, and withdrawals are paid on them. */
const isRead = (network: NetworkId): boolean => isEvm(network) || isBitcoinNetwork(network);

/** Who stands between could make up deposits and receipts. */
function checkNode(name: string, network: NetworkId, url: string, mode: Config["TIDEMARK_MODE"]): void {
  if (networks[network].isLocal && mode === "production") throw new Error(`${name}: ${network} is a local chain`);
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw new Error(`${name}: ${network} needs http:// or https://`);
  const { protocol, hostname } = new URL(url);
  if (mode === "production" && protocol !== "https:" && !loopback.includes(hostname))
    throw new Error(`${name}: ${network} needs https:// in production`);
}

/** Coins of a local chain cost nothing: production credits none. */
export function chainsOf({ WALLET_CHAINS, WALLET_FIRST_BLOCKS, TIDEMARK_MODE }: ChainsConfig): ChainSetting[] {
  const firsts = new Map(pairsOf("WALLET_FIRST_BLOCKS", WALLET_FIRST_BLOCKS));
  for (const [network, height] of firsts)
    if (!/^\d{1,12}$/.test(height)) throw new Error(`WALLET_FIRST_BLOCKS: ${network}=${height} is no height`);
  return pairsOf("WALLET_CHAINS", WALLET_CHAINS).map(([network, url]) => {
    if (!isRead(network)) throw new Error(`WALLET_CHAINS: ${network} cannot be read yet`);
    checkNode("WALLET_CHAINS", network, url, TIDEMARK_MODE);
    const first = firsts.get(network);
    return { network, url, firstHeight: first === undefined ? undefined : Number(first) };
  });
}

/** Production pays nowhere on the word of one node: a lie about a receipt would give a paid withdrawal back. */
export function witnessesOf(
  { WALLET_WITNESSES, TIDEMARK_MODE }: Pick<Config, "WALLET_WITNESSES" | "TIDEMARK_MODE">,
  paidOn: readonly NetworkId[],
): ReadonlyMap<NetworkId, string> {
  const witnesses = new Map(pairsOf("WALLET_WITNESSES", WALLET_WITNESSES));
  for (const [network, url] of witnesses) {
    if (!isRead(network)) throw new Error(`WALLET_WITNESSES: nothing is paid on ${network} yet`);
    checkNode("WALLET_WITNESSES", network, url, TIDEMARK_MODE);
  }
  const lacking = TIDEMARK_MODE === "production" ? paidOn.filter((network) => !witnesses.has(network)) : [];
  if (lacking.length > 0) throw new Error(`WALLET_WITNESSES: ${lacking.join(", ")} needs a second node in production`);
  return witnesses;
}

export function coldAddressesOf(
  { COLD_ADDRESSES, TIDEMARK_MODE }: Pick<Config, "COLD_ADDRESSES" | "TIDEMARK_MODE">,
  paidOn: readonly NetworkId[],
): ReadonlyMap<NetworkId, string> {
  const pairs = pairsOf("COLD_ADDRESSES", COLD_ADDRESSES);
  for (const [network, address] of pairs) {
    if (!networks[network].shape.test(address)) throw new Error(`COLD_ADDRESSES: ${network}=${address} is no address`);
    // Only outputs to the hash of one key are read from blocks: what goes to another form would be missed at the next comparison.
    if (isBitcoinNetwork(network) && !isKeyAddress(network, address))
      throw new Error(
        `COLD_ADDRESSES: ${network}=${address} must pay to the hash of one key (P2WPKH, ${bitcoinNetworkOf(network).bech32}1q and 38 signs): other forms are not read from blocks`,
      );
  }
  const addresses = new Map(pairs.map(([network, text]) => [network, isEvm(network) ? getAddress(text) : text]));
  const lacking = TIDEMARK_MODE === "production" ? paidOn.filter((network) => !addresses.has(network)) : [];
  // What stands there would be missed at the first comparison.
  if (lacking.length > 0) throw new Error(`COLD_ADDRESSES: ${lacking.join(", ")} needs one in production`);
  return addresses;
}

/** In the network's smallest units. */
export function hotTargetsOf(
  { HOT_TARGETS }: Pick<Config, "HOT_TARGETS">,
  network: NetworkId,
): ReadonlyMap<string, bigint> {
  const parts = HOT_TARGETS.split(",").filter((part) => part.trim() !== "");
  const all = parts.map((part) => {
    const [, id = "", asset = "", amount = ""] = /^\s*(\w+)\/(\w+)=([\d.]+)\s*$/.exec(part) ?? [];
    const terms = assetNetworkOf(asset, id);
    const units = terms === undefined ? undefined : parseUnits(amount, terms.decimals);
    if (units === undefined) throw new Error(`HOT_TARGETS: ${part} is not NETWORK/ASSET=amount`);
    return { id, asset, units };
  });
  return new Map(all.filter(({ id }) => id === network).map(({ asset, units }) => [asset, units]));
}
