import { buttonClassName, Tag } from "@tidemark/kit-ui";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m as coming } from "./coming-messages.ts";
import { comingPageOf } from "../menus/coming-rules.ts";
import { hrefOf, PageLink, useCurrentPath } from "../page-link.tsx";
import { m } from "./page-messages.ts";
import { useMenu } from "../menus/use-menu.ts";
import { ErrorPage } from "./error-page.tsx";

/** A page that is not built yet: its description, and links to what is already open. */
export function ComingSoon({ title }: { title: string }) {
  const t = useTexts();
  const { path } = useCurrentPath();
  const spot = useMenu("leftMenus").find(({ id }) => id === "spot")?.path;
  return (
    <ErrorPage
      wave="rising"
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
    </ErrorPage>
  );
}
