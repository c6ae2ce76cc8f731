import type { Outcome } from "@tidemark/kit-client";
import { saveFile } from "./save-file.ts";

const two = (n: number): string => String(n).padStart(2, "0");

/** 20261115093000.csv, in the browser's time zone. */
export function csvFileName(at: Date): string {
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join("");
  return `${day}${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join("")}.csv`;
}

const save = (text: string, name: string): void => saveFile(text, name, "text/csv;charset=utf-8");

/** Offers a text that the page has made as a file named by the current time. */
export const saveCsv = (text: string): void => save(text, csvFileName(new Date()));

/** Downloads an export as a file named by the current time; calls `done` or `refused`. */
export async function exportCsv(
  file: Promise<Outcome<{ readonly text: string }>>,
  callbacks: { done(): void; refused(message: string): void },
  keep: (text: string, name: string) => void = save,
): Promise<void> {
  const outcome = await file;
  if (!outcome.ok) return callbacks.refused(outcome.message);
  keep(outcome.value.text, csvFileName(new Date()));
  return callbacks.done();
}
