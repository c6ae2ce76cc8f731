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

/** Rows as comma-separated text; the first row's fields are the heading. */
export function csvOf(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const [first] = rows;
  if (first === undefined) return "";
  const names = Object.keys(first);
  const lines = [names.map(cell), ...rows.map((row) => names.map((name) => cell(row[name])))];
  return lines.map((line) => `${line.join(",")}\r\n`).join("");
}
