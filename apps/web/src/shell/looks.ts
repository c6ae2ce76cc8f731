/**
 * Class names of plain elements of the shell. The bar is in the first file of every page: it uses plain buttons and links, so that the
 * component library is loaded only where it is needed.
 */

/** A text link or text button of the bar. */
export const barTextLook: string =
  "flex h-9 flex-none items-center gap-1.5 rounded-control px-3 font-medium whitespace-nowrap text-muted transition-colors hover:text-ink aria-[current=page]:text-ink aria-[current=true]:text-ink aria-expanded:bg-hover aria-expanded:text-ink";

/** A square of the bar with an icon in it. */
export const barIconLook: string =
  "relative grid size-9 flex-none place-items-center rounded-control text-muted transition-colors hover:bg-hover hover:text-ink aria-expanded:bg-hover aria-expanded:text-ink";

/** A row of a panel or drawer; its padding is set by these. */
export const rowLook: string =
  "flex min-h-10 w-full items-center gap-3 px-(--row-pad) py-1.5 text-start text-14 text-ink transition-colors hover:bg-hover focus-visible:-outline-offset-2 aria-[current=page]:text-brand max-w768:min-h-11";

/** The padding of a drawer: that of its head. */
export const drawerEdge: string = "[--row-pad:16px] w768:[--row-pad:24px]";
