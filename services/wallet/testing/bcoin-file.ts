import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

/** bcoin's table of a chain in memory. What it writes together it writes in one go. */
export type ChainRows = {
  insert(key: Buffer | string, value: Buffer | string | null): boolean;
  remove(key: Buffer | string): boolean;
};
/** Key and value in base64; null: it is gone. */
type Change = readonly [key: string, value: string | null];

const textOf = (bytes: Buffer | string | null): string => Buffer.from(bytes ?? "").toString("base64");
const bytesOf = (text: string): Buffer => Buffer.from(text, "base64");

/** A line that a killed process did not end counts for nothing. */
function keptRows(file: string): Map<string, string> {
  const rows = new Map<string, string>();
  if (!existsSync(file)) return rows;
  for (const line of readFileSync(file, "utf8").split("\n").slice(0, -1))
    for (const [key, value] of JSON.parse(line) as Change[])
      if (value === null) rows.delete(key);
      else rows.set(key, value);
  return rows;
}

/**
 * Fills the table from a file and adds to the file whatever changes, a line for each block, before bcoin continues: its own tables on disk need
 * native code. Must be called before the chain is opened.
 */
export function keepRows(table: ChainRows, file: string): void {
  const rows = keptRows(file);
  for (const [key, value] of rows) table.insert(bytesOf(key), bytesOf(value));
  // Once more without what was overwritten.
  writeFileSync(`${file}.new`, rows.size === 0 ? "" : `${JSON.stringify([...rows])}\n`);
  renameSync(`${file}.new`, file);

  const [insert, remove] = [table.insert.bind(table), table.remove.bind(table)];
  let changes: Change[] = [];
  function keep(change: Change): void {
    if (changes.length === 0)
      queueMicrotask(() => {
        appendFileSync(file, `${JSON.stringify(changes)}\n`);
        changes = [];
      });
    changes.push(change);
  }
  table.insert = (key, value) => {
    keep([textOf(key), textOf(value)]);
    return insert(key, value);
  };
  table.remove = (key) => {
    keep([textOf(key), null]);
    return remove(key);
  };
}
