import { i18n } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RefusedError } from "./lib/client.ts";
import { router } from "./routes/router.tsx";
import "./style.css";

// The texts are those of the sources, so they are compiled here; a catalogue brings them compiled.
i18n.setMessagesCompiler(compileMessage);
i18n.loadAndActivate({ locale: "en-US", messages: {} });

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal is final: a retry would give the same answer. A lost connection is retried.
      retry: (count, error) => !(error instanceof RefusedError && error.problem.code !== 0) && count < 3,
      // Questions that nobody asked would keep an idle session open.
      refetchOnWindowFocus: false,
    },
  },
});

createRoot(document.querySelector("#root")!).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
);
