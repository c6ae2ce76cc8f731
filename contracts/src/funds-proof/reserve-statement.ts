// This code imports nothing: the page runs it, and it is part of the verifier that anybody can read and run (see docs/proof-of-funds.md).

/** What a reserve address of ours signs: that it belongs to those who publish these roots. */
export type ReserveStatement = {
  /** The full hour (or other period) in milliseconds. */
  readonly at: number;
  readonly stateSeq: number;
  readonly network: string;
  readonly address: string;
  readonly block: number;
  readonly blockHash: string;
  /** Sorted by the asset's code. */
  readonly roots: readonly { readonly asset: string; readonly root: string }[];
};

const exchangeName = "Tidemark";
export const statementRootsMax = 40;
const headLine = "Tidemark proof of reserves 1";
const statementLines = new RegExp(
  [
    `^${headLine}`,
    `exchange: ${exchangeName}`,
    String.raw`hour: (?<hour>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)`,
    String.raw`sequence: (?<sequence>[1-9]\d{0,14})`,
    "network: (?<network>[A-Z0-9_]{1,32})",
    "address: (?<address>[0-9A-Za-z]{10,100})",
    String.raw`block: (?<block>0|[1-9]\d{0,14}) (?<blockHash>(?:0x)?[0-9a-f]{64})`,
    `(?<roots>(?:root: [A-Z0-9]{1,16} [0-9a-f]{64}\n){1,${statementRootsMax}})$`,
  ].join("\n"),
);

/** One line for each fact, in one order; the bytes of this text are what is signed. */
export function reserveStatementText(one: ReserveStatement): string {
  return [
    headLine,
    `exchange: ${exchangeName}`,
    `hour: ${new Date(one.at).toISOString()}`,
    `sequence: ${one.stateSeq}`,
    `network: ${one.network}`,
    `address: ${one.address}`,
    `block: ${one.block} ${one.blockHash}`,
    ...one.roots.map(({ asset, root }) => `root: ${asset} ${root}`),
    "",
  ].join("\n");
}

/** Undefined for any text but the one way to write a statement. */
export function readReserveStatement(text: string): ReserveStatement | undefined {
  const fields = statementLines.exec(text)?.groups;
  if (fields === undefined) return undefined;
  const roots = fields
    .roots!.trimEnd()
    .split("\n")
    .map((line) => {
      const [, asset = "", root = ""] = line.split(" ");
      return { asset, root };
    });
  const isSorted = roots.every(({ asset }, at) => at === 0 || roots[at - 1]!.asset < asset);
  const at = Date.parse(fields.hour!);
  if (!isSorted || Number.isNaN(at)) return undefined;
  const { network, address, blockHash } = fields;
  return {
    at,
    stateSeq: Number(fields.sequence),
    network: network!,
    address: address!,
    block: Number(fields.block),
    blockHash: blockHash!,
    roots,
  };
}
