import { join } from "node:path";
import { prepareSigner } from "../../../services/signer/testing/prepare-signer.ts";
import { localPolicy, testWords } from "../../../services/wallet/testing/signer-process.ts";
import { type Listener, run, type Running } from "../processes/processes.ts";
import { root } from "../processes/root.ts";

export type DevelopmentSigner = { readonly socketPath: string; stop(): Promise<void> };

/** The signer of the local chain. Its files stand beside the chain's: what was signed belongs to that chain, and they go together. */
export function startDevelopmentSigner(folder: string, onLine: Listener): DevelopmentSigner {
  const { env, socketPath } = prepareSigner(join(folder, "signer"), testWords, JSON.stringify(localPolicy()));
  const main = join(root, "services/signer/src/main.ts");
  const running: Running = run(
    { name: "signer", command: process.execPath, args: [main], env, cwd: root, isRevived: true },
    onLine,
  );
  return { socketPath, stop: () => running.stop() };
}
