import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { langs, textIn } from "@tidemark/contracts";
import { Button, ButtonLink, Dialog } from "@tidemark/kit-ui";
import { Lock, RefreshCw } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { appConfig, hasAppConfig } from "../lib/config/app-config.ts";
import { chosenLangs, langOf } from "../lib/storage/choices.ts";
import { hostOf, officialWebsite } from "../lib/client/hosts.ts";
import { activateLang, currentLang } from "../lib/i18n/languages.ts";
import { site } from "../lib/client/page-hosts.ts";
import { useTexts } from "../lib/i18n/texts.ts";
import { Offline } from "../shell/pages/offline.tsx";
import { useOnline } from "../shell/bar/use-online.ts";
import { ErrorPage } from "../shell/pages/error-page.tsx";
import type { StartProblem } from "./lifecycle.ts";
import { m } from "./start-messages.ts";

/** How long the alert is shown before the page goes to the official site. */
const phishingReadMs = 6_000;

function Phishing() {
  const t = useTexts();
  const website = hasAppConfig() ? appConfig().website : officialWebsite;
  const tip = hasAppConfig() ? textIn(appConfig().tips.phishing, currentLang()) : t(m.phishing);
  useEffect(() => {
    const leaving = setTimeout(() => location.replace(website), phishingReadMs);
    return () => clearTimeout(leaving);
  }, [website]);
  return (
    <Dialog
      title={t(m.phishingTitle)}
      closeLabel={t(m.phishingTitle)}
      kind="alert"
      isLocked
      onClose={() => undefined}
      testId="phishing"
      footer={
        <ButtonLink look="primary" size="lg" href={website}>
          {t(m.toOfficial)}
        </ButtonLink>
      }
    >
      <p className="text-muted">{tip}</p>
      <dl className="grid gap-2 border-t border-line pt-4 text-13">
        <div className="flex justify-between gap-4">
          <dt className="flex-none text-muted">{t(m.youAreOn)}</dt>
          <dd className="num truncate text-warn">{location.host}</dd>
        </div>
        <div className="flex justify-between gap-4">
          <dt className="flex-none text-muted">{t(m.officialSite)}</dt>
          <dd className="flex min-w-0 items-center gap-1.5">
            <Lock aria-hidden size={14} className="flex-none text-brand" />
            <span className="num truncate">{hostOf(website) ?? website}</span>
          </dd>
        </div>
      </dl>
    </Dialog>
  );
}

function Unreachable() {
  const t = useTexts();
  const isOnline = useOnline();
  if (!isOnline) return <Offline head="" />;
  return (
    <ErrorPage wave="cut" head="" title={t(m.unreachableTitle)} hint={t(m.unreachableHint)}>
      <Button look="primary" size="lg" onPress={() => location.reload()}>
        <RefreshCw aria-hidden size={16} />
        {t(m.again)}
      </Button>
    </ErrorPage>
  );
}

/** Built-in English texts, for when no text file can be loaded. */
function Wordless() {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center">
      <h1 className="text-20 font-semibold">The page could not be loaded.</h1>
      <p className="text-14 text-muted">Please check your connection and load it again.</p>
      <button type="button" onClick={() => location.reload()} className="text-14 font-medium text-brand underline">
        Load again
      </button>
    </main>
  );
}

/** The page shown instead of the app, in the most probable language of the user. */
export async function startFailed(problem: Exclude<StartProblem, "denied">): Promise<ReactNode> {
  try {
    await activateLang(langOf(chosenLangs.get()?.[site.siteId], navigator.languages, "en_US", langs));
  } catch {
    return <Wordless />;
  }
  return <I18nProvider i18n={i18n}>{problem === "phishing" ? <Phishing /> : <Unreachable />}</I18nProvider>;
}
