import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import {
  createPublicClient,
  createTestClient,
  http,
  type HttpTransport,
  publicActions,
  type PublicClient,
  type TestActions,
  walletActions,
  type WalletClient,
} from "viem";
import { type HDAccount, mnemonicToAccount } from "viem/accounts";
import { foundry } from "viem/chains";

/** The executable itself: killed, the script of the package would leave it running. */
export function anvilPath(): string {
  const own = createRequire(import.meta.url).resolve("@foundry-rs/anvil/package.json");
  const [platform, arch] = [process.platform, process.arch === "arm64" ? "arm64" : "amd64"];
  return createRequire(own).resolve(`@foundry-rs/anvil-${platform}-${arch}/bin/anvil`);
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

const readyWaitMaxMs = 20_000;
/** Anvil's own words: its accounts hold coins of every local chain. */
const words = "test test test test test test test test test test test junk";

type LocalWallet = WalletClient<HttpTransport, typeof foundry, HDAccount>;
/** What tests and tools do on a chain, with anvil's first account. */
export type AnvilClient = Omit<PublicClient<HttpTransport, typeof foundry>, "account" | "mode"> &
  TestActions &
  Pick<LocalWallet, "sendTransaction" | "writeContract" | "deployContract"> & { readonly account: HDAccount };

/** A busy machine may take long over a reorg. Sent again meanwhile, it would run twice at once, and the chain lacks blocks from then on. */
const transport = { timeout: 120_000, retryCount: 0 } as const;

export const anvilClient = (url: string): AnvilClient =>
  createTestClient({
    mode: "anvil",
    chain: foundry,
    account: mnemonicToAccount(words),
    transport: http(url, transport),
  })
    .extend(publicActions)
    .extend(walletActions) as unknown as AnvilClient;

export type StartedAnvil = { readonly url: string; readonly client: AnvilClient; end(): Promise<void> };

/** A chain of its own for one test; every transaction is mined at once. */
export async function startAnvil(): Promise<StartedAnvil> {
  const port = await freePort();
  const child = spawn(anvilPath(), ["--host", "127.0.0.1", "--port", String(port), "--silent"], { stdio: "ignore" });
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  const ended = new Promise<void>((resolve) => void child.once("exit", () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  const probe = createPublicClient({ transport: http(url, { retryCount: 0 }) });
  const giveUpAt = performance.now() + readyWaitMaxMs;
  for (;;) {
    if (await probe.getChainId().catch(() => undefined)) break;
    if (performance.now() > giveUpAt) {
      kill();
      throw new Error("anvil did not answer");
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    client: anvilClient(url),
    async end() {
      process.off("exit", kill);
      kill();
      await ended;
    },
  };
}
