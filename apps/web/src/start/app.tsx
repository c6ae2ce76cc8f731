import { i18n } from "@lingui/core";
import { I18nProvider, useLingui } from "@lingui/react";
import { tellComponents, toast, Toaster, whenPopupFails } from "@tidemark/kit-ui";
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type AnyRouter, RouterProvider } from "@tanstack/react-router";
import { lazy, StrictMode, Suspense } from "react";
import { RefusedError } from "../lib/answer.ts";
import { directionOf, printTagOf, spokenLang } from "../lib/languages.ts";
import { useIdle } from "../lib/use-idle.ts";
import { useWords } from "../lib/words.ts";
import { keepSession } from "../session/session.ts";
import { m } from "../shell/shell-messages.ts";
import { tell } from "./tell.ts";

const ComponentLanguage = lazy(async () => ({
  default: (await import("./component-language.ts")).ComponentLanguage,
}));

// A refusal is an answer: asking again would give the same one. A lost connection is worth another try.
const queries = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => tell(error, query.meta) }),
  mutationCache: new MutationCache({ onError: (error, _ask, _context, mutation) => tell(error, mutation.meta) }),
  defaultOptions: {
    queries: {
      retry: (count, error) => (error instanceof RefusedError ? error.problem.code === 0 && count < 3 : count < 3),
      retryDelay: (count) => Math.min(5_000, 400 * 2 ** count),
    },
  },
});

keepSession(() => i18n._(m.expired));
whenPopupFails(() => toast.error(i18n._(m.network)));
// Heard before the page itself hears of it: components that are drawn anew know already.
i18n.on("change", () => tellComponents(printTagOf(spokenLang())));

/** Everything that has to begin anew when another language is spoken. */
function Page({ router }: { router: AnyRouter }) {
  useLingui();
  const t = useWords();
  const lang = spokenLang();
  const isIdle = useIdle();
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      <Toaster dir={directionOf(lang)} label={t(m.notifications)} />
      {isIdle && (
        <Suspense>
          <ComponentLanguage />
        </Suspense>
      )}
    </QueryClientProvider>
  );
}

export function App({ router }: { router: AnyRouter }) {
  return (
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <Page router={router} />
      </I18nProvider>
    </StrictMode>
  );
}
