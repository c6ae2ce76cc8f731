/**
 * The grid of the terminal at each width; from 980 px on its columns and cells are those of the trader's layout (`panels/panel-layout.ts`).
 * The skeleton uses the same grid, so that nothing moves.
 */
export const frameClass = [
  "grid gap-1 px-1 pb-1 [--dock-usual:206px] [@media(min-width:1200px)_and_(min-height:1000px)]:[--dock-usual:248px]",
  "[--book-usual:280px] [--ticket-usual:316px] w1200:[--book-usual:300px] w1200:[--ticket-usual:324px]",
  // Phone: the page scrolls, ticket and book side by side 6 : 4, room for the fixed trade button.
  "max-w768:gap-x-0 max-w768:px-0 max-w768:pb-17 max-w768:grid-cols-[var(--phone-columns)] max-w768:[&>*]:rounded-none",
  "max-w768:[grid-template-areas:var(--phone-areas)]",
  // Tablet.
  "w768:grid-cols-2 w768:grid-rows-[var(--bar-height)_420px_auto_auto] w768:[grid-template-areas:'bar_bar'_'chart_chart'_'side_bt'_'dock_dock']",
  // Desktop: one screen, the ticket at full height under the nav.
  "w980:h-[calc(100dvh-var(--nav-height)-var(--strip-height,0px))] w980:min-h-160 w980:grid-cols-[var(--frame-columns)] w980:grid-rows-[var(--bar-height)_minmax(0,1fr)_var(--dock-height)] w980:[grid-template-areas:var(--frame-areas)]",
  "w1600:grid-cols-[var(--wide-columns)] w1600:[grid-template-areas:var(--wide-areas)]",
].join(" ");
