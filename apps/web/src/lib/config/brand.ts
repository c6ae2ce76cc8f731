import type { AppConfig } from "@tidemark/contracts";

type Brand = Pick<AppConfig["project"], "colours" | "mark">;

/** The theme tokens that the brand overrides, as CSS rules. */
export function brandRules({ dark, light }: Brand["colours"]): string {
  const rule = (theme: string, tokens: Readonly<Record<string, string>>): string => {
    const painted = Object.entries(tokens).map(([name, colour]) => `--${name}:${colour};`);
    return painted.length === 0 ? "" : `:root[data-theme="${theme}"]{${painted.join("")}}`;
  };
  return rule("dark", dark) + rule("light", light);
}

/** Applies the brand: its colours to the page and its mark to the tab. */
export function applyBrand({ colours, mark }: Brand): void {
  const rules = brandRules(colours);
  if (rules !== "") {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  document.querySelector('link[rel="icon"]')?.setAttribute("href", mark);
}
