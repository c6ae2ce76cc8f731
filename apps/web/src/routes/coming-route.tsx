import { useMatches } from "@tanstack/react-router";
import { useWords } from "../lib/words.ts";
import { ComingSoon } from "../shell/coming-soon.tsx";

/** An address whose page is still to come. */
export function ComingRoute() {
  const t = useWords();
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  return <ComingSoon title={title === undefined ? "" : t(title)} />;
}
