import type { Outcome } from "@tidemark/kit-client";

const two = (n: number): string => String(n).padStart(2, "0");

/** 20261115093000.csv, by the reader's own clock. */
export function csvFileName(at: Date): string {
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join("");
  return `${day}${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join("")}.csv`;
}

/** Hands a text to the browser to keep. */
function save(text: string, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Fetches an export, hands it over as a file whose name is its time, and says that it worked or why it did not. */
export async function exportCsv(
  file: Promise<Outcome<{ readonly text: string }>>,
  say: { done(): void; refused(message: string): void },
  keep: (text: string, name: string) => void = save,
): Promise<void> {
  const outcome = await file;
  if (!outcome.ok) return say.refused(outcome.message);
  keep(outcome.value.text, csvFileName(new Date()));
  return say.done();
}
