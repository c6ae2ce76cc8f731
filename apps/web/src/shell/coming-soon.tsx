import { buttonClassName, Tag } from "@tidemark/kit-ui";
import { useWords } from "../lib/words.ts";
import { m as coming } from "./coming-messages.ts";
import { comingPageOf } from "./coming-rules.ts";
import { hrefOf, PageLink, useHere } from "./page-link.tsx";
import { m } from "./page-messages.ts";
import { useMenu } from "./use-menu.ts";
import { WayOn } from "./way-on.tsx";

/** An address whose page is still to come: what will be there, and what is open already. */
export function ComingSoon({ title }: { title: string }) {
  const t = useWords();
  const { path } = useHere();
  const spot = useMenu("leftMenus").find(({ id }) => id === "spot")?.path;
  return (
    <WayOn
      tide="rising"
      over={<Tag tone="brand">{t(m.comingSoon)}</Tag>}
      title={title}
      hint={t(coming[comingPageOf(path)])}
    >
      {spot !== undefined && (
        <PageLink href={hrefOf(spot)} className={buttonClassName("primary", "lg")}>
          {t(m.toSpot)}
        </PageLink>
      )}
      <PageLink href={hrefOf("/")} className={buttonClassName(spot === undefined ? "primary" : "quiet", "lg")}>
        {t(m.toHome)}
      </PageLink>
    </WayOn>
  );
}
