// `node tools/visual/axe.ts`: every story in both themes and both directions, judged by the accessibility rules of axe.
import { AxeBuilder } from "@axe-core/playwright";
import { chromium } from "@playwright/test";
import { launchOptions } from "../../tests/e2e/support/browser.ts";
import { openWorkshop, showStory, type Stage, themes } from "./stories.ts";

export type StoryFinding = Stage & { story: string; rule: string; impact: string; where: string; help: string };

export const axeRules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** A story is a part of a page, shown many times: it has no heading of its own, and its landmarks are the page's. */
const rulesOfPages = ["page-has-heading-one", "region", "landmark-one-main", "landmark-unique"];

export type StoryReport = { stories: number; looks: number; findings: StoryFinding[] };

export async function storyFindings(options: { isBuilt?: boolean; only?: RegExp } = {}): Promise<StoryReport> {
  const workshop = await openWorkshop(options);
  const browser = await chromium.launch(launchOptions);
  const findings: StoryFinding[] = [];
  const stories = workshop.stories.filter(({ id }) => options.only?.test(id) ?? true);
  let looks = 0;
  try {
    for (const theme of themes)
      for (const locale of ["en", "fa"] as const) {
        const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce" });
        const page = await context.newPage();
        for (const story of stories) {
          await showStory(page, workshop, story, { theme, locale });
          const { violations } = await new AxeBuilder({ page })
            .setLegacyMode()
            .withTags(axeRules)
            .disableRules(rulesOfPages)
            .analyze();
          looks += 1;
          for (const { id, impact, nodes, help } of violations)
            for (const { target } of nodes)
              findings.push({
                story: story.id,
                theme,
                locale,
                rule: id,
                impact: impact ?? "unknown",
                where: target.join(" "),
                help,
              });
        }
        await context.close();
      }
  } finally {
    await browser.close();
    await workshop.close();
  }
  return { stories: stories.length, looks, findings };
}

if (import.meta.main) {
  const { stories, looks, findings } = await storyFindings({
    isBuilt: process.argv.includes("--built"),
    only: new RegExp(process.argv.slice(2).find((arg) => !arg.startsWith("--")) ?? "."),
  });
  for (const { story, theme, locale, rule, where, help } of findings)
    process.stdout.write(`${story} ${theme} ${locale}  ${rule}: ${help}\n    ${where}\n`);
  process.stdout.write(`${stories} stories, ${looks} looks, ${findings.length} findings\n`);
  process.exit(findings.length === 0 ? 0 : 1);
}
