import { join } from "node:path";
import { ensureWalletRole, migrateWallet, walletRole } from "@tidemark/wallet";
import { coldAddress } from "../../services/wallet/testing/signer-process.ts";
import { type Start, urlsAs } from "./core-processes.ts";
import { root } from "./root.ts";

/** A chain that deposits are read from and withdrawals are paid on. */
export type ChainWish = {
  readonly nodeUrl: string;
  /** The public key of the deposit addresses. */
  readonly depositXpub: string;
  /** The socket of the signer; without it nothing is paid. */
  readonly signerSocket?: string;
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

/** The wallet of one exchange, on the local chain. */
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
    WALLET_CHAINS: `LOCAL_EVM=${wish.chain.nodeUrl}`,
    DEPOSIT_XPUB: wish.chain.depositXpub,
    COLD_ADDRESSES: `LOCAL_EVM=${coldAddress}`,
    SIGNER_SOCKET: wish.chain.signerSocket ?? "",
    SCAN_EVERY_MS: "200",
    PAY_EVERY_MS: "200",
    ...wish.env,
  });
}
