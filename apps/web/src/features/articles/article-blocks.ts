export type ArticleBlock =
  | { readonly kind: "heading" | "paragraph"; readonly text: string }
  | { readonly kind: "list"; readonly lines: readonly string[] };

/** A body as it is drawn. It is plain text: nothing in it is ever markup of the page. */
export function blocksOf(body: string): readonly ArticleBlock[] {
  return body
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part): ArticleBlock => {
      if (part.startsWith("## ")) return { kind: "heading", text: part.slice(3) };
      const lines = part.split("\n").map((line) => line.trim());
      if (lines.every((line) => line.startsWith("- ")))
        return { kind: "list", lines: lines.map((line) => line.slice(2)) };
      return { kind: "paragraph", text: lines.join("\n") };
    });
}
