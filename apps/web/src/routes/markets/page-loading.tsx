import { Skeleton } from "@tidemark/kit-ui";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useMarkets } from "../../lib/markets/instruments.ts";
import { ErrorPage } from "../../shell/pages/error-page.tsx";
import { m as shellMessages } from "../../shell/shell-messages.ts";

/** In place of a page whose markets are loading: its outline, and after a failure what happened. The query tries again by itself. */
export function PageLoading() {
  const t = useTexts();
  // During a retry the query resets its error; the error count stays.
  const { errorUpdateCount } = useMarkets();
  if (errorUpdateCount > 0)
    return <ErrorPage title={t(shellMessages.unreachableTitle)} hint={t(shellMessages.unreachableHint)} />;
  return (
    <main className="wrap pt-8 pb-4" aria-busy>
      <div className="text-28 leading-tight">
        <Skeleton>Contract rules</Skeleton>
      </div>
      <Skeleton className="mt-7! h-100! w-full">.</Skeleton>
    </main>
  );
}
