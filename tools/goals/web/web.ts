import { type Figure, inRounds } from "../measure.ts";
import { withPage } from "./site.ts";
import { categories, forms, readingOf } from "./lighthouse.ts";
import { scriptsWeight } from "./scripts.ts";

const say = (line: string): void => void process.stdout.write(`  ${line}\n`);

/** Bytes of JavaScript, gzipped, until a page can be used. */
async function weight(url: string): Promise<Figure[]> {
  return inRounds(
    1,
    [
      { name: "web.home_js_kb", goal: 120, floor: 150, better: "less" },
      { name: "web.trade_js_kb", goal: 200, floor: 250, better: "less" },
    ],
    async () => [
      await scriptsWeight("home", url),
      await scriptsWeight("trade without its chart", `${url}/spot/BTC_USDT`),
    ],
  );
}

const marks = {
  desktop: { performance: 0.95, accessibility: 1, "best-practices": 1, seo: 0.95 },
  mobile: { performance: 0.9, accessibility: 1, "best-practices": 1, seo: 0.95 },
} as const;
const floorBelow = 0.1;

/** What Lighthouse says of the front page. Each round looks with both eyes, so that a busy minute hits both. */
async function lighthouse(url: string): Promise<Figure[]> {
  const goals = forms.flatMap((form) => [
    ...categories.map((category) => ({
      name: `web.lighthouse_home_${form}_${category.replace("-", "_")}`,
      goal: marks[form][category],
      floor: marks[form][category] - floorBelow,
      better: "more" as const,
    })),
    { name: `web.lighthouse_home_${form}_layout_shift`, goal: 0.02, floor: 0.1, better: "less" as const },
  ]);
  return inRounds(5, goals, async (round) => {
    const figures: number[] = [];
    for (const form of forms) {
      const reading = await readingOf(url, form);
      for (const note of reading.notes) say(`${form} ${round}: ${note}`);
      figures.push(...categories.map((category) => reading[category]), reading.shift);
    }
    return figures;
  });
}

/** What the built page costs a first visitor, served by a real gateway with a whole exchange behind it. */
export async function webGoals(): Promise<Figure[]> {
  return withPage(async ({ url }) => [...(await weight(url)), ...(await lighthouse(url))]);
}
