import type { NetworkId } from "./networks.ts";

/** An asset on one of its networks. Amounts are decimal text in the asset. */
export type AssetNetwork = {
  readonly asset: string;
  readonly network: NetworkId;
  /** Of its smallest unit on this network, which is not the ledger's scale. */
  readonly decimals: number;
  /** Null: the network's own coin. */
  readonly tokenContract: string | null;
  /** Smaller ones are not credited: to move them would cost more than they are. */
  readonly minDeposit: string;
  readonly minWithdrawal: string;
  /** What the user pays, whatever the network takes. */
  readonly fee: string;
  /** The most that the network may take of the exchange, in the smallest units of the network's own coin. */
  readonly networkFeeMax: string;
};

const gwei = 10n ** 9n;
/** Enough gas for a token's transfer at 500 gwei, and for BSC at 20. */
const ethereumFeeMax = String(100_000n * 500n * gwei);
const bscFeeMax = String(100_000n * 20n * gwei);
const bitcoinFeeMax = "200000";

type Terms = readonly [decimals: number, minDeposit: string, minWithdrawal: string, fee: string, networkFeeMax: string];
const on = (
  asset: string,
  network: NetworkId,
  tokenContract: string | null,
  [decimals, minDeposit, minWithdrawal, fee, networkFeeMax]: Terms,
): AssetNetwork => ({ asset, network, decimals, tokenContract, minDeposit, minWithdrawal, fee, networkFeeMax });

/** Every way that an asset can travel. Which of them an installation pays out by is its setting WITHDRAWAL_NETWORKS. */
export const assetNetworks: readonly AssetNetwork[] = [
  on("USDT", "ETHEREUM", "0xdAC17F958D2ee523a2206206994597C13D831ec7", [6, "1", "10", "3", ethereumFeeMax]),
  on("USDT", "BSC", "0x55d398326f99059fF775485246999027B3197955", [18, "1", "10", "0.3", bscFeeMax]),
  on("USDT", "TRON", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", [6, "1", "10", "1.5", "60000000"]),
  on("USDT", "SOLANA", "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB", [6, "1", "10", "1", "5000000"]),
  on("USDT", "LOCAL_EVM", "0x5FbDB2315678afecb367f032d93F642f64180aa3", [6, "1", "10", "1", ethereumFeeMax]),
  on("USDC", "ETHEREUM", "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", [6, "1", "10", "3", ethereumFeeMax]),
  on("USDC", "BSC", "0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d", [18, "1", "10", "0.3", bscFeeMax]),
  on("USDC", "SOLANA", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", [6, "1", "10", "1", "5000000"]),
  on("USDC", "LOCAL_EVM", "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512", [6, "1", "10", "1", ethereumFeeMax]),
  on("BTC", "BITCOIN", null, [8, "0.0001", "0.001", "0.0002", bitcoinFeeMax]),
  on("BTC", "BITCOIN_REGTEST", null, [8, "0.0001", "0.001", "0.0002", bitcoinFeeMax]),
  on("ETH", "ETHEREUM", null, [18, "0.001", "0.01", "0.001", ethereumFeeMax]),
  on("ETH", "LOCAL_EVM", null, [18, "0.001", "0.01", "0.001", ethereumFeeMax]),
  on("BNB", "BSC", null, [18, "0.005", "0.02", "0.0005", bscFeeMax]),
  on("SOL", "SOLANA", null, [9, "0.01", "0.1", "0.005", "5000000"]),
  on("XRP", "XRP", null, [6, "1", "20", "0.2", "100000"]),
  on("DOGE", "DOGECOIN", null, [8, "5", "50", "4", "500000000"]),
  on("TRX", "TRON", null, [6, "5", "30", "1", "60000000"]),
  on("LTC", "LITECOIN", null, [8, "0.002", "0.02", "0.001", "2000000"]),
];

export const assetNetworkOf = (asset: string, network: string): AssetNetwork | undefined =>
  assetNetworks.find((one) => one.asset === asset && one.network === network);

/** Limits of all withdrawals of one user within 24 hours, in USDT, by verification level. */
export const withdrawalDayLimits: Readonly<Record<number, string>> = { 0: "0", 1: "20000", 2: "2000000" };
