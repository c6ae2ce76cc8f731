import { buttonClassName } from "@tidemark/kit-ui";
import { ArticleList } from "../../features/articles/article-list.tsx";
import { m } from "../../features/articles/article-messages.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m as titles } from "../page-title-messages.ts";
import { hrefOf, PageLink } from "../../shell/page-link.tsx";

export const AnnouncementsRoute = () => <ArticleList kind="ANNOUNCEMENT" />;

export function HelpRoute() {
  const t = useTexts();
  return (
    <ArticleList kind="HELP">
      <p className="mt-4 flex flex-wrap gap-2">
        <PageLink href={hrefOf("/personal/support")} className={buttonClassName("ghost", "sm")}>
          {t(m.toSupport)}
        </PageLink>
        <PageLink href={hrefOf("/status")} className={buttonClassName("ghost", "sm")}>
          {t(titles.status)}
        </PageLink>
      </p>
    </ArticleList>
  );
}
