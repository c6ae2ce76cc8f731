/** Placeholder of a figure until it is drawn. */
export function FigureSkeleton() {
  return <span aria-hidden className="block size-full animate-breathe rounded-panel bg-skeleton opacity-40" />;
}
