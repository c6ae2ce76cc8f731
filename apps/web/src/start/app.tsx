import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import type { Lang } from "@tidemark/contracts";
import { Toaster } from "@tidemark/kit-ui";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { I18nProvider as AriaLanguage } from "react-aria-components/I18nProvider";
import { RefusedError } from "../lib/answer.ts";
import { directionOf, printTagOf } from "../lib/languages.ts";
import { useWords } from "../lib/words.ts";
import { router } from "../routes/router.tsx";
import { m } from "../shell/shell-messages.ts";

// A refusal is an answer: asking again would give the same one. A lost connection is worth another try.
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (count, error) => (error instanceof RefusedError ? error.problem.code === 0 && count < 3 : count < 3),
      retryDelay: (count) => Math.min(5_000, 400 * 2 ** count),
    },
  },
});

function Notifications({ lang }: { lang: Lang }) {
  const t = useWords();
  return <Toaster dir={directionOf(lang)} label={t(m.notifications)} />;
}

export function App({ lang }: { lang: Lang }) {
  return (
    <I18nProvider i18n={i18n}>
      <AriaLanguage locale={printTagOf(lang)}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
          <Notifications lang={lang} />
        </QueryClientProvider>
      </AriaLanguage>
    </I18nProvider>
  );
}
