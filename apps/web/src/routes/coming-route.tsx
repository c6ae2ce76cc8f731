import { useMatches } from "@tanstack/react-router";
import { useTexts } from "../lib/i18n/texts.ts";
import { ComingSoon } from "../shell/pages/coming-soon.tsx";

/** The placeholder page of a path that is not built yet. */
export function ComingRoute() {
  const t = useTexts();
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  return <ComingSoon title={title === undefined ? "" : t(title)} />;
}
