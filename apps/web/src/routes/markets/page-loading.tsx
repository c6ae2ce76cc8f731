import { Skeleton } from "@tidemark/kit-ui";

/** The outline of a page whose markets are loading. */
export function PageLoading() {
  return (
    <main className="wrap pt-8 pb-4" aria-busy>
      <div className="text-28 leading-tight">
        <Skeleton>Contract rules</Skeleton>
      </div>
      <Skeleton className="mt-7! h-100! w-full">.</Skeleton>
    </main>
  );
}
