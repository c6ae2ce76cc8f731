import { cutText } from "@tidemark/money";

export type Difference = { readonly what: string; readonly screen: string; readonly engine: string };

/** The number in a text of the page: without grouping, unit and direction marks, with a plain minus. */
export function numberIn(text: string): string {
  const found = /[+\u2212-]?[\d,]+(?:\.\d+)?/u.exec(text)?.[0] ?? "";
  return found.replaceAll(",", "").replace("\u2212", "-").replace("+", "");
}

const isZero = (text: string): boolean => !/[1-9]/.test(text);

/** Whether the page shows the engine's number: the same digits, cut where the page cuts them, never rounded. */
export function isSame(screen: string, engine: string): boolean {
  const shown = numberIn(screen);
  if (shown === "") return engine === "";
  if (engine === "") return false;
  const decimals = (shown.split(".")[1] ?? "").length;
  const [sign, size] = engine.startsWith("-") ? ["-", engine.slice(1)] : ["", engine];
  const expected = cutText(size, decimals);
  return isZero(expected) ? isZero(shown) : shown === sign + expected;
}

/** What differs between a row of the page and the engine's. A figure that the engine has and the page has not is a difference too. */
export function differencesOf(
  what: string,
  screen: Readonly<Record<string, string>>,
  engine: Readonly<Record<string, string>>,
): Difference[] {
  return [...new Set([...Object.keys(screen), ...Object.keys(engine)])]
    .map((name) => ({ what: `${what} ${name}`, screen: screen[name] ?? "", engine: engine[name] ?? "" }))
    .filter((one) => !isSame(one.screen, one.engine));
}

/** Both lists row by row, found by their keys; a row that only one of them has is a difference. */
export function differencesOfRows(
  what: string,
  screen: ReadonlyMap<string, Readonly<Record<string, string>>>,
  engine: ReadonlyMap<string, Readonly<Record<string, string>>>,
): Difference[] {
  const found: Difference[] = [];
  for (const [key, row] of screen) {
    const other = engine.get(key);
    if (other === undefined) found.push({ what: `${what} ${key}`, screen: "a row", engine: "none" });
    else found.push(...differencesOf(`${what} ${key}`, row, other));
  }
  for (const key of engine.keys())
    if (!screen.has(key)) found.push({ what: `${what} ${key}`, screen: "none", engine: "a row" });
  return found;
}
