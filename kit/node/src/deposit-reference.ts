import { isNetworkId, type NetworkId, networks } from "@tidemark/contracts";

/** What the core credits once: a transfer of a transaction. 43 characters of base64 hold the 32 bytes of its hash, so that the network fits too. */
export function depositReference(network: NetworkId, txid: string, place: number): string {
  const hash = Buffer.from(txid.replace(/^0x/, ""), "hex").toString("base64url");
  return `${network}:${hash}:${place}`;
}

const shape = /^([A-Z0-9_]+):([\w-]{43}):\d+$/;

/** The network and the transaction of a reference, `ETHEREUM:0x…`; undefined where it is of no chain, as that of a seeded balance. */
export function depositTransaction(reference: string): string | undefined {
  const [, network, hash] = shape.exec(reference) ?? [];
  if (network === undefined || hash === undefined || !isNetworkId(network)) return undefined;
  const txid = Buffer.from(hash, "base64url").toString("hex");
  return `${network}:${networks[network].kind === "evm" ? "0x" : ""}${txid}`;
}
