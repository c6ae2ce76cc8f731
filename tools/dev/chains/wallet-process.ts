import { join } from "node:path";
import { ensureWalletRole, migrateWallet, walletRole } from "@tidemark/wallet";
import { coldAddress } from "../../../services/wallet/testing/signer-process.ts";
import { type Start, urlsAs } from "../processes/core-processes.ts";
import { root } from "../processes/root.ts";

/** A Bitcoin chain beside it. */
export type BitcoinWish = {
  readonly nodeUrl: string;
  readonly depositXpub: string;
  readonly coldAddress: string;
  /** What the hot address keeps, in coins. */
  readonly hotTarget: string;
  /** The block behind which hot and cold address have their first coins. */
  readonly firstBlock: number;
};

/** A chain that deposits are read from and withdrawals are paid on. */
export type ChainWish = {
  readonly nodeUrl: string;
  /** The public key of the deposit addresses. */
  readonly depositXpub: string;
  /** The socket of the signer; without it nothing is paid. */
  readonly signerSocket?: string;
  readonly bitcoin?: BitcoinWish;
};

export type WalletWish = {
  readonly chain: ChainWish;
  readonly core: string;
  /** CORE_PUBLIC_KEYS of the core and its publisher of liabilities. */
  readonly coreKeys: string;
  readonly natsUrl: string;
  readonly databaseUrl: string;
  readonly port: number;
  /** Settings beyond the usual. */
  readonly env: Readonly<Record<string, string>>;
};

/** Settings of both chains, `NETWORK=value` each. */
function chainSettings({ nodeUrl, depositXpub, bitcoin }: ChainWish): Record<string, string> {
  const evm = { WALLET_CHAINS: `LOCAL_EVM=${nodeUrl}`, COLD_ADDRESSES: `LOCAL_EVM=${coldAddress}` };
  if (bitcoin === undefined) return { ...evm, DEPOSIT_XPUB: depositXpub };
  return {
    WALLET_CHAINS: `${evm.WALLET_CHAINS},BITCOIN_REGTEST=${bitcoin.nodeUrl}`,
    COLD_ADDRESSES: `${evm.COLD_ADDRESSES},BITCOIN_REGTEST=${bitcoin.coldAddress}`,
    HOT_TARGETS: `BITCOIN_REGTEST/BTC=${bitcoin.hotTarget}`,
    WALLET_FIRST_BLOCKS: `BITCOIN_REGTEST=${bitcoin.firstBlock}`,
    DEPOSIT_XPUB: depositXpub,
    BITCOIN_DEPOSIT_XPUB: bitcoin.depositXpub,
  };
}

/** The wallet of one exchange, on the local chains. */
export async function startWallet(start: Start, wish: WalletWish): Promise<void> {
  await ensureWalletRole(wish.databaseUrl);
  await migrateWallet(wish.databaseUrl);
  start("wallet", join(root, "services/wallet/src/main.ts"), {
    NODE_COMPILE_CACHE: join(root, ".cache/compile"),
    NATS_URL: wish.natsUrl,
    CORE_NAME: wish.core,
    CORE_PUBLIC_KEYS: wish.coreKeys,
    POSTGRES_URLS: urlsAs(walletRole, [wish.databaseUrl]),
    WALLET_PORT: String(wish.port),
    ...chainSettings(wish.chain),
    SIGNER_SOCKET: wish.chain.signerSocket ?? "",
    SCAN_EVERY_MS: "200",
    PAY_EVERY_MS: "200",
    ...wish.env,
  });
}
