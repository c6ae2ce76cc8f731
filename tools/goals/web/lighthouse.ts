import { chromium } from "@playwright/test";
import lighthouse, { desktopConfig, type Result } from "lighthouse";
import { launchOptions } from "../../../tests/e2e/support/browser.ts";
import { freePort } from "../../dev/processes/ports.ts";

export const forms = ["desktop", "mobile"] as const;
export type Form = (typeof forms)[number];
export const categories = ["performance", "accessibility", "best-practices", "seo"] as const;

/** Of each category its score, 0 to 1, and how far the layout moved. */
export type Reading = Readonly<Record<(typeof categories)[number] | "shift", number>> & { readonly notes: string[] };

const timings = ["first-contentful-paint", "largest-contentful-paint", "speed-index", "total-blocking-time"] as const;

/** What cost points. */
function lostIn(result: Result): string[] {
  return categories.flatMap((name) =>
    result.categories[name]!.auditRefs.filter(({ id, weight }) => {
      const score = result.audits[id]?.score ?? 1;
      return weight > 0 && score < (name === "performance" ? 0.9 : 1);
    }).map(({ id }) => `${name}: ${id} ${result.audits[id]!.displayValue ?? ""}`),
  );
}

/** One first visit, in a browser of its own: Lighthouse leaves what pages keep where it is. */
export async function readingOf(address: string, form: Form): Promise<Reading> {
  const port = await freePort();
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...launchOptions.args, `--remote-debugging-port=${port}`],
  });
  try {
    const run = await lighthouse(
      address,
      { port, logLevel: "error", onlyCategories: [...categories] },
      form === "desktop" ? desktopConfig : undefined,
    );
    if (run === undefined) throw new Error("Lighthouse gave no result");
    const { lhr } = run;
    if (lhr.runtimeError !== undefined) throw new Error(`Lighthouse: ${lhr.runtimeError.message}`);
    const score = (name: (typeof categories)[number]): number => lhr.categories[name]!.score ?? 0;
    const times = timings.map((name) => `${name} ${Math.round(lhr.audits[name]!.numericValue ?? 0)} ms`);
    return {
      performance: score("performance"),
      accessibility: score("accessibility"),
      "best-practices": score("best-practices"),
      seo: score("seo"),
      shift: lhr.audits["cumulative-layout-shift"]!.numericValue ?? 1,
      notes: [times.join(", "), ...lostIn(lhr)],
    };
  } finally {
    await browser.close();
  }
}
