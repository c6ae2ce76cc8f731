import { checkProofFile, type PathCheck } from "@tidemark/contracts";
import { useState } from "react";
import type { SavedProof } from "./proof-checks.ts";

/** Pages without https have no SHA-256. */
const hasSha256 = (): boolean => "subtle" in crypto;

export type Verification = {
  /** Undefined until it was run. */
  readonly path: PathCheck | undefined;
  readonly isRunning: boolean;
  readonly isUnable: boolean;
  readonly run: (proof: SavedProof) => void;
};

/** Runs the check of the verifier file over a proof, in this browser. */
export function useVerification(): Verification {
  const [path, setPath] = useState<PathCheck>();
  const [isRunning, setRunning] = useState(false);
  const run = async (proof: SavedProof): Promise<void> => {
    setRunning(true);
    setPath(await checkProofFile(proof));
    setRunning(false);
  };
  return { path, isRunning, isUnable: !hasSha256(), run: (proof) => void run(proof) };
}
