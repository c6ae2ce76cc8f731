const columnsMax = 120;

/** `line` before the first `mark` behind `from`. A file of another shape is refused, because a guess would write into the wrong place. */
export function insertedBefore(text: string, mark: string, line: string, from = ""): string {
  const start = text.indexOf(from);
  const at = start < 0 ? -1 : text.indexOf(mark, start + from.length);
  if (at < 0) throw new Error(`found no ${JSON.stringify(mark.trim())} after ${JSON.stringify(from)}`);
  return text.slice(0, at) + line + text.slice(at);
}

/** A line of imports before the first one. */
export const withImport = (text: string, line: string): string =>
  text.includes(line) ? text : insertedBefore(text, "import ", `${line}\n`);

const keyOf = (name: string): string => name.replace(/^type /, "").toLowerCase();

/** One more name among those that a file imports or exports from another; sorted into them. */
export function withNameFrom(text: string, name: string, module: string, word: "import" | "export" = "import"): string {
  const list = new RegExp(`^${word} \\{([^}]*)\\} from "${module.replaceAll(".", "[.]")}";$`, "m");
  const found = list.exec(text);
  if (found === null) return withImport(text, `${word} { ${name} } from "${module}";`);
  const names = found[1]!
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
  if (names.includes(name)) return text;
  const place = names.findIndex((one) => keyOf(one) > keyOf(name));
  names.splice(place < 0 ? names.length : place, 0, name);
  const line = `${word} { ${names.join(", ")} } from "${module}";`;
  const broken = `${word} {\n${names.map((one) => `  ${one},\n`).join("")}} from "${module}";`;
  return text.replace(found[0], () => (line.length > columnsMax ? broken : line));
}
