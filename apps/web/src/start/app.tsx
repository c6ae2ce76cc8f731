import { i18n } from "@lingui/core";
import { I18nProvider, useLingui } from "@lingui/react";
import { DecimalWritingContext, setComponentLanguage, toast, Toaster, onPopupFailed } from "@tidemark/kit-ui";
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type AnyRouter, RouterProvider } from "@tanstack/react-router";
import { lazy, StrictMode, Suspense } from "react";
import { m as dialogTexts } from "../lib/dialogs/dialog-messages.ts";
import { mayPass, nextTryMs } from "../lib/client/answer.ts";
import { useDecimalWriting } from "../lib/i18n/decimal-writing.ts";
import { directionOf, printTagOf, currentLang } from "../lib/i18n/languages.ts";
import { useIdle } from "../lib/device/use-idle.ts";
import { useTexts } from "../lib/i18n/texts.ts";
import { keepSession } from "../session/session.ts";
import { m } from "../shell/shell-messages.ts";
import { toastRefusal } from "./toast-refusal.ts";

const ComponentLanguage = lazy(async () => ({
  default: (await import("./component-language.ts")).ComponentLanguage,
}));

const triesMost = 3;
const queries = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => toastRefusal(error, query.meta) }),
  mutationCache: new MutationCache({
    onError: (error, _ask, _context, mutation) => toastRefusal(error, mutation.meta),
  }),
  defaultOptions: {
    queries: {
      retry: (count, error) => count < triesMost && mayPass(error),
      retryDelay: nextTryMs,
    },
  },
});

keepSession(() => i18n._(m.expired));
onPopupFailed(() => toast.error(i18n._(m.network)));
// Registered before React's own listener, so that components that render again already have the language.
i18n.on("change", () => setComponentLanguage(printTagOf(currentLang())));

/** Everything that has to render again when the language changes. */
function Page({ router }: { router: AnyRouter }) {
  useLingui();
  const t = useTexts();
  const lang = currentLang();
  const isIdle = useIdle();
  return (
    <QueryClientProvider client={queries}>
      <DecimalWritingContext value={useDecimalWriting(lang)}>
        <RouterProvider router={router} />
      </DecimalWritingContext>
      <Toaster dir={directionOf(lang)} label={t(m.notifications)} closeLabel={t(dialogTexts.close)} />
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
