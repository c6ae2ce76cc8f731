import { buttonClassName } from "@tidemark/kit-ui";
import { refusals } from "@tidemark/contracts";
import { appConfig } from "../lib/app-config.ts";
import { useWords } from "../lib/words.ts";
import { LanguageButton } from "./language-button.tsx";
import { hrefOf, PageLink } from "./page-link.tsx";
import { m } from "./page-messages.ts";
import { WayOn } from "./way-on.tsx";

const { code: regionDeniedCode } = refusals.REGION_DENIED;

/** Where people are sent to whom the product is not offered. */
export function Denied() {
  const t = useWords();
  const { name, support } = appConfig().project;
  return (
    <WayOn
      tide="held"
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
    </WayOn>
  );
}
