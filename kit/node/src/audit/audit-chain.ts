import { createHash } from "node:crypto";

/** One line of the audit log, without its hash. */
export type AuditLine = {
  readonly number: number;
  readonly at: number;
  readonly uid: number;
  readonly origin: string;
  readonly action: string;
  readonly subject: string;
  readonly reason: string;
  readonly before: unknown;
  readonly after: unknown;
};

/** The same text for the same value, in whatever order PostgreSQL returns the fields of a JSON column. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  const sorted = fields.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(",")}}`;
}

export const firstHash = "";

export const hashOf = (previous: string, line: AuditLine): string =>
  createHash("sha256").update(previous).update(canonical(line)).digest("hex");

export type HashedLine = AuditLine & { readonly hash: string };

/**
 * The number of the first line that is missing or not as it was written; undefined where the chain is whole. `after`: the line before the
 * first, of a log that is read in parts.
 */
export function brokenAt(
  lines: readonly HashedLine[],
  after: Pick<HashedLine, "number" | "hash"> = { number: 0, hash: firstHash },
): number | undefined {
  let previous = after.hash;
  for (const [place, { hash, ...line }] of lines.entries()) {
    const expected = after.number + place + 1;
    if (line.number !== expected || hashOf(previous, line) !== hash) return expected;
    previous = hash;
  }
  return undefined;
}
