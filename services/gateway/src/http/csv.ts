import { type Call, csvLinesMax } from "@tidemark/contracts";

type CsvRow = Readonly<Record<string, unknown>>;
/** A page of a file; `next` is what the following one is asked with. */
export type CsvPage = { readonly list: readonly CsvRow[]; readonly next?: string | undefined };

/** A spreadsheet would execute a cell that begins like a formula; a leading quote makes it text. */
function cell(value: unknown): string {
  const text =
    value === null || value === undefined
      ? ""
      : typeof value === "object"
        ? JSON.stringify(value)
        : String(value as string | number | boolean);
  // A negative number is not a formula and must stay a number.
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^-\d+(\.\d+)?$/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const lineOf = (cells: readonly unknown[]): string => `${cells.map(cell).join(",")}\r\n`;

/** The internals of the schema library that are read here. */
type Inner = { readonly _zod: { readonly def: { shape?: Record<string, Inner>; element?: Inner } } };

/** The heading is the contract's list of fields, so that a file without lines has it too. */
export function csvColumnsOf({ name, answer }: Pick<Call, "name" | "answer">): readonly string[] {
  const line = (answer as unknown as Inner)._zod.def.shape?.list?._zod.def.element?._zod.def.shape;
  if (line === undefined) throw new Error(`${name}: a csv call answers with a list of lines`);
  return Object.keys(line);
}

/** The text of a file, page by page: no process holds the whole of it. Whether it is cut is known once a line behind its last one is seen. */
export async function* csvText(
  columns: readonly string[],
  first: CsvPage,
  following: (after: string) => Promise<CsvPage>,
  linesMax = csvLinesMax,
): AsyncGenerator<string> {
  yield lineOf(columns);
  let left = linesMax;
  for (let page = first; ; page = await following(page.next)) {
    const rows = page.list.slice(0, left);
    left -= rows.length;
    if (rows.length > 0) yield rows.map((row) => lineOf(columns.map((name) => row[name]))).join("");
    if (rows.length < page.list.length) {
      yield lineOf([`The newest ${linesMax} lines. Choose a shorter time for the older ones.`]);
      return;
    }
    if (page.next === undefined) return;
  }
}
