import { buttonClassName } from "@tidemark/kit-ui";
import { refusals } from "@tidemark/contracts";
import { appConfig } from "../../lib/config/app-config.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { LanguageButton } from "../panels/language-button.tsx";
import { hrefOf, PageLink } from "../page-link.tsx";
import { m } from "./page-messages.ts";
import { ErrorPage } from "./error-page.tsx";

const { code: regionDeniedCode } = refusals.REGION_DENIED;

/** Shown in regions where the product is not offered. */
export function Denied() {
  const t = useTexts();
  const { name, support } = appConfig().project;
  return (
    <ErrorPage
      wave="held"
      head={<LanguageButton />}
      over={
        <>
          {t(m.regionCheck)} · <span className="num">{regionDeniedCode}</span>
        </>
      }
      title={t(m.deniedTitle, { name })}
      hint={t(m.deniedHint)}
    >
      <PageLink
        href={support.path === "" ? `mailto:${support.email}` : hrefOf(support.path)}
        className={buttonClassName("primary", "lg")}
      >
        {t(m.support)}
      </PageLink>
    </ErrorPage>
  );
}
