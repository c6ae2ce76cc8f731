import { manyVisitors } from "../../dev/exchange.ts";
import { storyFindings } from "../../visual/axe.ts";
import { pageAxe } from "../../visual/pages.ts";
import { type Figure, isShort, onlyOption } from "../measure.ts";
import { withPage } from "./site.ts";

const none = { goal: 0, floor: 0, better: "less" } as const;

/** What axe finds serious in stories and pages, in both themes and both directions. */
export async function a11yGoals(): Promise<Figure[]> {
  const only = onlyOption();
  const { looks, findings } =
    only === undefined
      ? await storyFindings(isShort ? { only: /button|dialog|menu/ } : {})
      : { looks: 0, findings: [] };
  const serious = findings.filter(({ impact }) => impact === "serious" || impact === "critical");
  const pages = await withPage(({ url }) => pageAxe(url, only), { gatewayEnv: manyVisitors });
  for (const { story, theme, locale, rule, where } of serious)
    process.stdout.write(`  ${story} ${theme} ${locale}  ${rule}: ${where}\n`);
  for (const line of pages.findings) process.stdout.write(`  ${line}\n`);
  return [
    { name: "a11y.story_findings", figure: serious.length, ...none, note: `${looks} looks` },
    { name: "a11y.page_findings", figure: pages.findings.length, ...none, note: `${pages.looks} looks` },
  ];
}
