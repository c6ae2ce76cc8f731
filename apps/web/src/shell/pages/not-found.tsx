import { buttonClassName } from "@tidemark/kit-ui";
import { useTexts } from "../../lib/i18n/texts.ts";
import { hrefOf, PageLink } from "../page-link.tsx";
import { m } from "./page-messages.ts";
import { ErrorPage } from "./error-page.tsx";

/** No page at this path or, if a pair is given, no such market. */
export function NotFound({ pair }: { pair?: string }) {
  const t = useTexts();
  return (
    <ErrorPage
      over={<span className="num">404</span>}
      title={pair === undefined ? t(m.notFoundTitle) : t(m.marketNotFoundTitle, { pair })}
      hint={t(pair === undefined ? m.notFoundHint : m.marketNotFoundHint)}
    >
      <PageLink href={hrefOf("/")} className={buttonClassName("primary", "lg")}>
        {t(m.toHome)}
      </PageLink>
      <PageLink href={hrefOf("/markets")} className={buttonClassName("quiet", "lg")}>
        {t(m.toMarkets)}
      </PageLink>
    </ErrorPage>
  );
}
