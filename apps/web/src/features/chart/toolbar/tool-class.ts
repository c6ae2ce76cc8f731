/** A button of the toolbar: 24 high, quiet until hovered. */
export const toolClass: string =
  "inline-flex h-6 flex-none items-center gap-1 rounded-control px-1.5 font-medium whitespace-nowrap text-muted transition-colors hover:bg-hover hover:text-ink aria-expanded:bg-hover aria-expanded:text-ink";
