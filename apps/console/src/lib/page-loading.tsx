/** Stands where a page will, until it is read. */
export function PageLoading() {
  return <div aria-hidden className="m-5 h-60 animate-pulse rounded-panel bg-skeleton" />;
}
