import { isEvmAddress } from "./evm-transaction.ts";
import { type Approver, publicKeyOf } from "./intent.ts";
import { type BitcoinPolicy, bitcoinPolicyOf } from "./bitcoin/bitcoin-policy.ts";
import {
  bigWholeOf,
  type Caps,
  capsOf,
  coinsOf,
  decimalsOf,
  fieldsOf,
  listOf,
  textOf,
  wholeOf,
} from "./policy-fields.ts";

type AssetPolicy = {
  readonly caps: Caps;
  /** Amounts above `above` need this many operators beside the platform; the highest step that is passed counts. */
  readonly operators: readonly { readonly above: bigint; readonly count: number }[];
};

export type NetworkPolicy = {
  readonly chainId: bigint;
  readonly coin: string;
  /** By asset; the contract is null for the network's own coin. */
  readonly assets: ReadonlyMap<string, { readonly contract: string | null; readonly decimals: number }>;
  /** Where sweeps go besides the hot address. */
  readonly coldAddress: string;
  /** The first nonce that is signed from the hot address where the store has none yet. */
  readonly hotNonceFirst: bigint;
  readonly gasPriceMax: bigint;
  readonly gasLimitMax: bigint;
  /** Of what all transactions together may cost, in the network's coin: an attacker could also burn it. */
  readonly feeCaps: Caps;
  /** The most that one transaction gives to a deposit address for the fee of its sweep. */
  readonly gasFundingMax: bigint;
};

export type Policy = {
  readonly networks: ReadonlyMap<string, NetworkPolicy>;
  readonly bitcoin: ReadonlyMap<string, BitcoinPolicy>;
  readonly assets: ReadonlyMap<string, AssetPolicy>;
  readonly approvers: ReadonlyMap<string, Approver>;
  readonly requesters: readonly ReturnType<typeof publicKeyOf>[];
};

const keyShape = /^[0-9a-f]{64}$/;
const nameShape = /^[a-z0-9][a-z0-9._-]{0,39}$/;
const assetShape = /^[A-Z0-9]{1,16}$/;

function addressIn(value: unknown, where: string): string {
  const text = textOf(value, where, /^0x/);
  if (!isEvmAddress(text)) throw new Error(`policy: ${where} is no address with its checksum`);
  return text;
}

function assetOf(value: unknown, where: string): AssetPolicy {
  const { caps, operators } = fieldsOf(value, where, ["caps", "operators"]);
  return {
    caps: capsOf(caps, `${where}.caps`),
    operators: listOf(operators, `${where}.operators`).map((step, at) => {
      const place = `${where}.operators[${at}]`;
      const { above, count } = fieldsOf(step, place, ["above", "count"]);
      return { above: coinsOf(above, `${place}.above`), count: wholeOf(count, `${place}.count`, 7) };
    }),
  };
}

const networkKeys = [
  "chainId",
  "coin",
  "assets",
  "coldAddress",
  "hotNonceFirst",
  "gasPriceMax",
  "gasLimitMax",
  "feeCaps",
  "gasFundingMax",
] as const;

function networkOf(value: unknown, where: string): NetworkPolicy {
  const fields = fieldsOf(value, where, networkKeys);
  const assets = mapOf(fields.assets, `${where}.assets`, assetShape, (asset, place) => {
    const { contract, decimals } = fieldsOf(asset, place, ["contract", "decimals"]);
    return {
      contract: contract === null ? null : addressIn(contract, `${place}.contract`),
      decimals: decimalsOf(decimals, `${place}.decimals`),
    };
  });
  const coin = textOf(fields.coin, `${where}.coin`, assetShape);
  const contracts = [...assets.values()].map(({ contract }) => contract);
  if (assets.get(coin)?.contract !== null)
    throw new Error(`policy: ${where}.assets has no coin ${coin} without contract`);
  if (new Set(contracts).size < contracts.length) throw new Error(`policy: ${where}.assets has one contract twice`);
  return {
    chainId: bigWholeOf(fields.chainId, `${where}.chainId`),
    coin,
    assets,
    coldAddress: addressIn(fields.coldAddress, `${where}.coldAddress`),
    hotNonceFirst: bigWholeOf(fields.hotNonceFirst, `${where}.hotNonceFirst`),
    gasPriceMax: bigWholeOf(fields.gasPriceMax, `${where}.gasPriceMax`),
    gasLimitMax: bigWholeOf(fields.gasLimitMax, `${where}.gasLimitMax`),
    feeCaps: capsOf(fields.feeCaps, `${where}.feeCaps`),
    gasFundingMax: coinsOf(fields.gasFundingMax, `${where}.gasFundingMax`),
  };
}

function mapOf<T>(
  value: unknown,
  where: string,
  shape: RegExp,
  read: (value: unknown, where: string) => T,
): Map<string, T> {
  return new Map(
    Object.entries(fieldsOf(value, where)).map(([name, inner]): [string, T] => [
      textOf(name, `${where}: the name ${name}`, shape),
      read(inner, `${where}.${name}`),
    ]),
  );
}

const isOfBitcoin = (value: unknown, where: string): boolean => Object.hasOwn(fieldsOf(value, where), "form");

/** A network with a `form` is of Bitcoin's kind; all others are EVM chains. */
function networksOf(value: unknown): Pick<Policy, "networks" | "bitcoin"> {
  const all = [...mapOf(value, "networks", /^[A-Z0-9_]{1,32}$/, (one, where) => ({ one, where }))];
  const [ofBitcoin, ofEvm] = [true, false].map((is) =>
    all.filter(([, { one, where }]) => isOfBitcoin(one, where) === is),
  );
  return {
    networks: new Map(ofEvm!.map(([name, { one, where }]) => [name, networkOf(one, where)])),
    bitcoin: new Map(ofBitcoin!.map(([name, { one, where }]) => [name, bitcoinPolicyOf(one, where)])),
  };
}

function refuseTwice(keys: readonly string[]): void {
  if (new Set(keys).size < keys.length) throw new Error("policy: one public key has two names");
}

function refuseUnreachable({ networks, bitcoin, assets, approvers }: Policy): void {
  const operators = [...approvers.values()].filter(({ role }) => role === "operator").length;
  for (const [name, { operators: steps }] of assets)
    for (const { count } of steps)
      if (count > operators) throw new Error(`policy: ${name} asks for ${count} operators of ${operators}`);
  const chainIds = [...networks.values()].map(({ chainId }) => chainId);
  if (new Set(chainIds).size < chainIds.length) throw new Error("policy: two networks have one chain id");
  for (const [name, network] of networks)
    for (const asset of network.assets.keys())
      if (!assets.has(asset)) throw new Error(`policy: ${asset} of ${name} has no caps in assets`);
  // Keys follow from the form: under two names one coin could be signed with two amounts.
  const forms = [...bitcoin.values()].map(({ form }) => form);
  if (new Set(forms).size < forms.length) throw new Error("policy: two networks have one form of Bitcoin");
  for (const [name, { coin }] of bitcoin)
    if (!assets.has(coin)) throw new Error(`policy: ${coin} of ${name} has no caps in assets`);
}

/** The whole policy or an error that names what is wrong; nothing has a default. */
export function readPolicy(text: string): Policy {
  const fields = fieldsOf(JSON.parse(text), "policy", ["networks", "assets", "approvers", "requesters"]);
  const keys: string[] = [];
  const approvers = mapOf(fields.approvers, "approvers", nameShape, (value, where): Approver => {
    const { role, publicKey } = fieldsOf(value, where, ["role", "publicKey"]);
    const key = textOf(publicKey, `${where}.publicKey`, keyShape);
    keys.push(key);
    return {
      role: textOf(role, `${where}.role`, /^(?:platform|operator)$/) as Approver["role"],
      publicKey: publicKeyOf(key),
    };
  });
  const requesters = listOf(fields.requesters, "requesters").map((key, at) =>
    textOf(key, `requesters[${at}]`, keyShape),
  );
  refuseTwice([...keys, ...requesters]);
  const policy: Policy = {
    ...networksOf(fields.networks),
    assets: mapOf(fields.assets, "assets", assetShape, assetOf),
    approvers,
    requesters: requesters.map(publicKeyOf),
  };
  refuseUnreachable(policy);
  return policy;
}
