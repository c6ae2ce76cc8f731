import { execFileSync } from "node:child_process";
import { sign } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type ApprovedWithdrawal,
  assetNetworks,
  type WithdrawalIntent,
  withdrawalIntentBytes,
  withdrawalIntentText,
} from "@tidemark/contracts";
import { developmentKey, privateKeyOf, publicHexOf } from "@tidemark/kit-node";
import { startService, type StartedService } from "@tidemark/kit-testing";

/** Words of a test, in every library of the field. */
export const testWords = `${"abandon ".repeat(23)}art`;
export const requestKey: string = developmentKey("SIGNER_REQUEST_KEY");
const platformKey = privateKeyOf(developmentKey("WITHDRAWAL_INTENT_KEY"));
export const coldAddress = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

// Another service is a process: its files are named, never imported.
const signerFile = (path: string): string => fileURLToPath(new URL(`../../signer/${path}`, import.meta.url));

type CapsWish = { transaction: string; hour: string; day: string };
export type PolicyWish = { readonly caps?: CapsWish; readonly bitcoinCaps?: CapsWish };
/** In cold storage on the local Bitcoin chain. */
export const bitcoinColdAddress = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";

/** What a signer of the local chains allows. */
export function localPolicy({
  caps = { transaction: "100000", hour: "1000000", day: "5000000" },
  bitcoinCaps = { transaction: "10", hour: "100", day: "500" },
}: PolicyWish = {}): object {
  const here = assetNetworks.filter(({ network }) => network === "LOCAL_EVM");
  return {
    networks: {
      LOCAL_EVM: {
        chainId: "31337",
        coin: "ETH",
        assets: Object.fromEntries(
          here.map(({ asset, tokenContract, decimals }) => [asset, { contract: tokenContract, decimals }]),
        ),
        coldAddress,
        hotNonceFirst: "0",
        gasPriceMax: "500000000000",
        gasLimitMax: "100000",
        feeCaps: { transaction: "0.05", hour: "100", day: "500" },
        gasFundingMax: "0.01",
      },
      BITCOIN_REGTEST: {
        form: "regtest",
        coin: "BTC",
        coldAddress: bitcoinColdAddress,
        feeRateMax: "500",
        feeCaps: { transaction: "0.002", hour: "1", day: "5" },
      },
    },
    assets: {
      ...Object.fromEntries(here.map(({ asset }) => [asset, { caps, operators: [] }])),
      BTC: { caps: bitcoinCaps, operators: [] },
    },
    approvers: { platform: { role: "platform", publicKey: publicHexOf(platformKey) } },
    requesters: [publicHexOf(privateKeyOf(requestKey))],
  };
}

/** As the platform signs it. */
export const approvedByPlatform = (intent: WithdrawalIntent): ApprovedWithdrawal => ({
  intent: withdrawalIntentText(intent),
  approvals: [
    { approver: "platform", signature: sign(null, withdrawalIntentBytes(intent), platformKey).toString("hex") },
  ],
});

export type StartedSigner = {
  readonly socketPath: string;
  /** The step that is written there kills it; only a signer that was started to be killed looks. */
  readonly killFile: string;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  start(): Promise<void>;
  end(): Promise<void>;
};

/** The signer that ends itself at a step. */
export const killedSigner = "testing/killed-process.ts";

/** A signer as it runs in earnest: a process with its own files, reached by its socket. */
export async function startSigner(wish: PolicyWish = {}, main = "src/main.ts"): Promise<StartedSigner> {
  const folder = mkdtempSync(join(tmpdir(), "signer-"));
  execFileSync(process.execPath, [
    signerFile("testing/prepare-signer.ts"),
    folder,
    testWords,
    JSON.stringify(localPolicy(wish)),
  ]);
  const at = (name: string): string => join(folder, name);
  const env = {
    SIGNER_KEY_FILE: at("key.json"),
    SIGNER_STORE: at("store.db"),
    SIGNER_POLICY: at("policy.json"),
    SIGNER_SOCKET: at("socket"),
    SIGNER_PASSPHRASE_FILE: at("passphrase"),
    SIGNER_REQUESTS_PER_SECOND: "1000",
    SIGNER_KILL_FILE: at("kill"),
  };
  let running: StartedService | undefined;
  const start = async (): Promise<void> => {
    running = await startService(signerFile(main), env, "signer: listening");
  };
  await start();
  return {
    socketPath: env.SIGNER_SOCKET,
    killFile: env.SIGNER_KILL_FILE,
    async kill() {
      await running?.end("SIGKILL");
    },
    start,
    async end() {
      await running?.end("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
