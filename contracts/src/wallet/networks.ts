/** The networks that coins travel by, and what an address of each looks like. Whether its checksum is right, the server says. */
const base58 = "[1-9A-HJ-NP-Za-km-z]";
const bech32 = "[02-9ac-hj-np-z]";

/** Networks of one kind have the same addresses and are paid by the same software. */
type NetworkKind = "bitcoin" | "evm" | "tron" | "solana" | "xrp";

export type Network = {
  readonly name: string;
  readonly kind: NetworkKind;
  /** A local chain has coins without worth; only installations for development offer it. */
  readonly isLocal: boolean;
  readonly shape: RegExp;
  /** Users of an exchange share an address on this network: the memo identifies the user. */
  readonly memo?: RegExp;
  /**
   * `shown`: from here on a deposit is unlikely to be undone. `final`: from here on it is credited, in confirmations or by the chain's own
   * mark of finality.
   */
  readonly confirmations: { readonly shown: number; readonly final: number | "finalized" };
  /** Of an EVM chain. */
  readonly chainId?: number;
  /** Where people look a transaction up: its id is added. Empty for local chains, which nobody outside can see. */
  readonly explorer: string;
};

const evm = { kind: "evm", shape: /^0x[0-9a-fA-F]{40}$/ } as const;
const common = { isLocal: false } as const;
const local = { isLocal: true, explorer: "" } as const;

export const networks = {
  BITCOIN: {
    ...common,
    name: "Bitcoin",
    kind: "bitcoin",
    shape: new RegExp(`^(?:[13]${base58}{25,34}|bc1${bech32}{11,71})$`),
    confirmations: { shown: 3, final: 3 },
    explorer: "https://mempool.space/tx/",
  },
  ETHEREUM: {
    ...common,
    ...evm,
    name: "Ethereum (ERC20)",
    chainId: 1,
    confirmations: { shown: 12, final: "finalized" },
    explorer: "https://etherscan.io/tx/",
  },
  BSC: {
    ...common,
    ...evm,
    name: "BNB Smart Chain (BEP20)",
    chainId: 56,
    confirmations: { shown: 15, final: 15 },
    explorer: "https://bscscan.com/tx/",
  },
  TRON: {
    ...common,
    name: "TRON (TRC20)",
    kind: "tron",
    shape: new RegExp(`^T${base58}{33}$`),
    confirmations: { shown: 20, final: 20 },
    explorer: "https://tronscan.org/#/transaction/",
  },
  SOLANA: {
    ...common,
    name: "Solana",
    kind: "solana",
    shape: new RegExp(`^${base58}{32,44}$`),
    confirmations: { shown: 32, final: "finalized" },
    explorer: "https://solscan.io/tx/",
  },
  XRP: {
    ...common,
    name: "XRP Ledger",
    kind: "xrp",
    shape: new RegExp(`^r${base58}{24,34}$`),
    memo: /^(?:0|[1-9]\d{0,9})$/,
    confirmations: { shown: 1, final: 1 },
    explorer: "https://xrpscan.com/tx/",
  },
  DOGECOIN: {
    ...common,
    name: "Dogecoin",
    kind: "bitcoin",
    shape: new RegExp(`^[DA9]${base58}{25,34}$`),
    confirmations: { shown: 40, final: 40 },
    explorer: "https://dogechain.info/tx/",
  },
  LITECOIN: {
    ...common,
    name: "Litecoin",
    kind: "bitcoin",
    shape: new RegExp(`^(?:[LM3]${base58}{25,34}|ltc1${bech32}{11,71})$`),
    confirmations: { shown: 6, final: 6 },
    explorer: "https://litecoinspace.org/tx/",
  },
  LOCAL_EVM: {
    ...local,
    ...evm,
    name: "Local EVM chain",
    chainId: 31_337,
    confirmations: { shown: 3, final: 64 },
  },
  BITCOIN_REGTEST: {
    ...local,
    name: "Bitcoin (regtest)",
    kind: "bitcoin",
    shape: new RegExp(`^(?:[mn2]${base58}{25,34}|bcrt1${bech32}{11,71})$`),
    confirmations: { shown: 3, final: 3 },
  },
} as const satisfies Readonly<Record<string, Network>>;

export type NetworkId = keyof typeof networks;
export const networkIds = Object.keys(networks) as [NetworkId, ...NetworkId[]];
const destinationTagMax = 0xffff_ffff;

export const isNetworkId = (text: string): text is NetworkId => Object.hasOwn(networks, text);

/** The page of a block explorer about a transaction; empty where no explorer has the chain, or where there is no transaction yet. */
export function explorerPageOf(network: NetworkId, txid: string): string {
  const { explorer }: Network = networks[network];
  return explorer === "" || txid === "" ? "" : explorer + txid;
}

/** By format only; a memo on a network without memos is wrong too. */
export function looksLikeAddress(network: NetworkId, address: string, memo: string): boolean {
  const { shape, memo: memoShape }: Network = networks[network];
  if (!shape.test(address)) return false;
  if (memo === "") return true;
  return memoShape?.test(memo) === true && Number(memo) <= destinationTagMax;
}
