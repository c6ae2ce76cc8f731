/** The sentence of the comment that ends right before `at`, or nothing. */
function commentBefore(source: string, at: number): string {
  const before = source.slice(0, at).trimEnd();
  if (!before.endsWith("*/")) return "";
  const from = before.lastIndexOf("/**");
  if (from < 0) return "";
  return before
    .slice(from + 3, -2)
    .replace(/^\s*\* ?/gm, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Sentences above the properties of a list: `name` → its comment. */
export function commentsIn(source: string): Map<string, string> {
  const comments = new Map<string, string>();
  for (const found of source.matchAll(/^ {2}(\w+): define\w+\(/gm)) {
    const comment = commentBefore(source, found.index);
    if (comment !== "") comments.set(found[1]!, comment);
  }
  return comments;
}

export type ListedValue = { readonly name: string; readonly members: readonly string[]; readonly comment: string };

/** Enumerations: exported lists of words, and objects of numbers as `word = number`. */
export function valuesIn(source: string): ListedValue[] {
  return [...source.matchAll(/^export const (\w+)(?::[^=]+)? = ([[{][^;]*?[\]}])(?: as const)?;/gm)].map((found) => ({
    name: found[1]!,
    members: found[2]!.startsWith("[")
      ? [...found[2]!.matchAll(/"([^"]+)"/g)].map(([, word]) => word!)
      : [...found[2]!.matchAll(/(\w+): ("?\w+"?)/g)].map(
          ([, word, value]) => `${word} = ${value!.replaceAll('"', "")}`,
        ),
    comment: commentBefore(source, found.index),
  }));
}

export type Setting = {
  readonly name: string;
  readonly kind: string;
  readonly bounds: string;
  readonly fallback: string;
  readonly comment: string;
};

const numberText = (text: string): string => text.replaceAll("_", "").trim();

function settingOf(name: string, kind: string, rule: string, comment: string): Setting {
  const field = (key: string): string | undefined => new RegExp(`${key}: ("[^"]*"|[^,}]+)`).exec(rule)?.[1]?.trim();
  if (kind === "choice") {
    const [, options = "", fallback = ""] = /^(\[[^\]]*\]|\w+)(?:, (.+))?$/s.exec(rule.trim()) ?? [];
    const words = options.startsWith("[") ? options.slice(1, -1).replaceAll('"', "") : options;
    return { name, kind, bounds: words, fallback: fallback.trim().replaceAll('"', ""), comment };
  }
  if (kind === "text") {
    const written = field("default") ?? "";
    const fallback = written.startsWith("`") ? "computed" : written.replaceAll('"', "");
    return { name, kind, bounds: "", fallback, comment };
  }
  if (kind === "perSecond")
    return { name, kind: "integer", bounds: "1 – 1000000", fallback: numberText(rule), comment };
  return {
    name,
    kind,
    bounds: `${numberText(field("min") ?? "")} – ${numberText(field("max") ?? "")}`,
    fallback: numberText(field("default") ?? ""),
    comment,
  };
}

/** Every typed setting that a file declares, in its order. */
export function settingsIn(source: string): Setting[] {
  const declared = /^ {2}([A-Z][A-Z0-9_]+): (text|integer|choice|perSecond)\(((?:[^()]|\([^()]*\))*)\)/gm;
  const inline = /([A-Z][A-Z0-9_]+): (choice)\((\["development"[^)]*)\)/g;
  return [...source.matchAll(declared), ...source.matchAll(inline)].map((found) =>
    settingOf(found[1]!, found[2]!, found[3]!, commentBefore(source, found.index)),
  );
}
