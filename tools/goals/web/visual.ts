import { manyVisitors } from "../../dev/exchange.ts";
import { pageSheets } from "../../visual/pages.ts";
import { storySheets } from "../../visual/sheets.ts";
import type { Looks } from "../../visual/sheet.ts";
import { type Figure, isShort, onlyOption } from "../measure.ts";
import { withPage } from "./site.ts";

const none = { goal: 0, floor: 0, better: "less" } as const;

/**
 * What measuring finds wrong on every story and every state of the shell; the sheets in .pictures/ are to be looked at besides. That no
 * source names a side of the screen is a test of its own (tools/visual/directions.test.ts).
 */
export async function visualGoals(): Promise<Figure[]> {
  // The short form looks at one of four stories and at the pages that everybody meets first; the pictures are compared by `pnpm e2e`.
  const only = onlyOption();
  const noStories: Looks = { sheets: 0, looks: 0, findings: [] };
  const stories =
    only === undefined ? await storySheets(isShort ? { only: /button|dialog|menu|table/ } : {}) : noStories;
  const shown = only ?? (isShort ? /^(home|not-found|user)$/ : /./);
  const pages = await withPage(({ url }) => pageSheets(url, shown), {
    prices: "simulated",
    hasPast: true,
    gatewayEnv: manyVisitors,
  });
  for (const line of [...stories.findings, ...pages.findings]) process.stdout.write(`  ${line}\n`);
  const note = `${stories.sheets} + ${pages.sheets} sheets, ${stories.looks + pages.looks} looks`;
  return [
    { name: "visual.story_findings", figure: stories.findings.length, ...none, note },
    { name: "visual.page_findings", figure: pages.findings.length, ...none },
  ];
}
