import { type CoreKeys, coreKeysOf, developmentCoreKeys } from "@tidemark/kit-node";

/** More nodes than any exchange on one machine has. */
const nodesMax = 8;

/** NODE_ID of every process of a core with so many nodes. */
export const nodeNames = (nodes: number, hasFundsProof = false): readonly string[] => [
  ...Array.from({ length: nodes }, (_, i) => `core-${String.fromCodePoint(97 + i)}`),
  "projector",
  ...(hasFundsProof ? ["funds-proof"] : []),
];

/**
 * CORE_PUBLIC_KEYS of a core with so many nodes. The core itself is given its own number, because an upgrade waits for all of them; who only
 * checks may have more.
 */
export const publicKeysOf = (core: string, nodes = nodesMax, hasFundsProof = nodes === nodesMax): string =>
  developmentCoreKeys(core, nodeNames(nodes, hasFundsProof));

/** To check what a development core sends, however many nodes it has. */
export const coreKeysFor = (core: string): CoreKeys =>
  coreKeysOf({ core, publicKeys: publicKeysOf(core), mode: "development" });
