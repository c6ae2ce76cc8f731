import type { Call } from "./define.ts";

type ReadAsk =
  | { readonly success: true; readonly data: unknown }
  | { readonly success: false; readonly problem: string };

/** PostgreSQL keeps no text with the character NUL: a call that stores or searches it would fail as ours, and it is nobody's word. */
function hasNul(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0");
  if (typeof value !== "object" || value === null) return false;
  for (const key in value) if (key.includes("\0") || hasNul((value as Record<string, unknown>)[key])) return true;
  return false;
}

function problemOf(issue: { path: PropertyKey[]; message: string } | undefined): string {
  if (issue === undefined) return "";
  return issue.path.length === 0 ? issue.message : `${issue.path.join(".")}: ${issue.message}`;
}

/** What a request asks of a call, read by its contract; or what is wrong with it. Gateways and owners read by this alone. */
export function readAsk({ ask }: Pick<Call, "ask">, value: unknown): ReadAsk {
  const read = ask.safeParse(value);
  if (!read.success) return { success: false, problem: problemOf(read.error.issues[0]) };
  if (hasNul(read.data)) return { success: false, problem: "the character U+0000 stands in a text" };
  return { success: true, data: read.data };
}
