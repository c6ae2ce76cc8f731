/** The networks that coins travel by, and what an address of each looks like. Whether its checksum is right, the server says. */
const base58 = "[1-9A-HJ-NP-Za-km-z]";
const bech32 = "[02-9ac-hj-np-z]";

type Network = {
  readonly name: string;
  readonly shape: RegExp;
  /** Users of an exchange share an address on this network: the memo identifies the user. */
  readonly memo?: RegExp;
};

const evm = /^0x[0-9a-fA-F]{40}$/;

export const networks = {
  BITCOIN: { name: "Bitcoin", shape: new RegExp(`^(?:[13]${base58}{25,34}|bc1${bech32}{11,71})$`) },
  ETHEREUM: { name: "Ethereum (ERC20)", shape: evm },
  BSC: { name: "BNB Smart Chain (BEP20)", shape: evm },
  TRON: { name: "TRON (TRC20)", shape: new RegExp(`^T${base58}{33}$`) },
  SOLANA: { name: "Solana", shape: new RegExp(`^${base58}{32,44}$`) },
  XRP: { name: "XRP Ledger", shape: new RegExp(`^r${base58}{24,34}$`), memo: /^(?:0|[1-9]\d{0,9})$/ },
  DOGECOIN: { name: "Dogecoin", shape: new RegExp(`^[DA9]${base58}{25,34}$`) },
  LITECOIN: { name: "Litecoin", shape: new RegExp(`^(?:[LM3]${base58}{25,34}|ltc1${bech32}{11,71})$`) },
} as const satisfies Readonly<Record<string, Network>>;

export type NetworkId = keyof typeof networks;
export const networkIds = Object.keys(networks) as [NetworkId, ...NetworkId[]];
const destinationTagMax = 0xffff_ffff;

/** By format only; a memo on a network without memos is wrong too. */
export function looksLikeAddress(network: NetworkId, address: string, memo: string): boolean {
  const { shape, memo: memoShape }: Network = networks[network];
  if (!shape.test(address)) return false;
  if (memo === "") return true;
  return memoShape?.test(memo) === true && Number(memo) <= destinationTagMax;
}
