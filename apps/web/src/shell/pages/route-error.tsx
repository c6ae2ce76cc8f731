import { buttonClassName } from "@tidemark/kit-ui";
import { useState } from "react";
import { useTexts } from "../../lib/i18n/texts.ts";
import { Offline } from "./offline.tsx";
import { hrefOf, PageLink } from "../page-link.tsx";
import { m } from "./page-messages.ts";
import { ErrorPage } from "./error-page.tsx";

/** Replaces a route that threw an error. Without a connection its files are missing: then it shows the offline page. */
export function RouteError() {
  const t = useTexts();
  const [isOffline] = useState(() => !navigator.onLine);
  if (isOffline) return <Offline />;
  return (
    <ErrorPage wave="cut" title={t(m.errorTitle)} hint={t(m.errorHint)}>
      <button type="button" onClick={() => location.reload()} className={buttonClassName("primary", "lg")}>
        {t(m.reload)}
      </button>
      <PageLink href={hrefOf("/")} className={buttonClassName("quiet", "lg")}>
        {t(m.toHome)}
      </PageLink>
    </ErrorPage>
  );
}
