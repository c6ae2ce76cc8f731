import { storyFindings } from "../../visual/axe.ts";
import { pageAxe } from "../../visual/pages.ts";
import { type Figure, isShort, optionOf } from "../measure.ts";
import { manyVisitors, withPage } from "./site.ts";

const none = { goal: 0, floor: 0, better: "less" } as const;

/** What axe finds serious in stories and pages, in both themes and both directions. */
export async function a11yGoals(): Promise<Figure[]> {
  const only = optionOf("only");
  const { looks, findings } =
    only === undefined
      ? await storyFindings(isShort ? { only: /button|dialog|menu/ } : {})
      : { looks: 0, findings: [] };
  const shown = only === undefined ? /./ : new RegExp(`^(?:${only})$`);
  const serious = findings.filter(({ impact }) => impact === "serious" || impact === "critical");
  const pages = await withPage(({ url }) => pageAxe(url, shown), { gatewayEnv: manyVisitors });
  for (const { story, theme, locale, rule, where } of serious)
    process.stdout.write(`  ${story} ${theme} ${locale}  ${rule}: ${where}\n`);
  for (const line of pages.findings) process.stdout.write(`  ${line}\n`);
  return [
    { name: "a11y.story_findings", figure: serious.length, ...none, note: `${looks} looks` },
    { name: "a11y.page_findings", figure: pages.findings.length, ...none, note: `${pages.looks} looks` },
  ];
}
