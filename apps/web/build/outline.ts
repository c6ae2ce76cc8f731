import { frameClass } from "../src/routes/terminal/frame.ts";
import { outlineId } from "../src/start/static-first-paint-end.ts";

/** Drawn as `shell/logo.tsx` draws it; here the bundle is still loading. */
export const logoPaths = {
  mark: ["M3 7.5h26", "M3 26.5c8.5 0 7.5-12.5 13-12.5s4.5 12.5 13 12.5"],
  word: [
    "M45.3 7.5v12.6c0 2.7 1.2 4 3.7 4h1.6M41.3 12.3h9.3",
    "M56 11v14.4",
    "M73.3 5.6v19.8",
    "M78.3 18.2h12.1a6.1 6.1 0 1 0-1.9 4.3",
    "M96 25.4V17.2a4.9 4.9 0 0 1 9.8 0v8.2M105.8 17.2a4.9 4.9 0 0 1 9.8 0v8.2M96 11v6",
    "M133 11v14.4",
    "M138.9 25.4V17.4c0-3.4 1.9-5.1 5.4-5.1",
    "M147.6 5.6v19.8M155 11.2l-6.6 6.8 7 7.4",
  ],
} as const;

const pathOf = (d: string): string => `<path d="${d}"/>`;
const logo = [
  `<svg viewBox="0 0 156 32" fill="none" class="h-5 w768:h-5.5">`,
  `<g stroke-width="4.2"><g class="stroke-brand">${pathOf(logoPaths.mark[0])}</g>`,
  `<g stroke="currentColor">${pathOf(logoPaths.mark[1])}</g></g>`,
  `<g stroke="currentColor" stroke-width="2.7" stroke-linejoin="round">${logoPaths.word.map(pathOf).join("")}`,
  `<circle cx="67.2" cy="18.2" r="6"/><circle cx="126.9" cy="18.2" r="6"/>`,
  `<circle cx="56" cy="6.7" r="1.75" fill="currentColor" stroke="none"/></g></svg>`,
].join("");

const panels = {
  bar: "max-w768:min-h-14",
  chart: "max-w768:h-73",
  bt: "max-w768:hidden w768:max-w980:min-h-120",
  side: "max-w768:hidden w768:max-w980:min-h-120",
  dock: "max-w768:min-h-14",
  markets: "hidden w1600:block",
} as const;

/** The areas by name: Tailwind finds only whole class names. */
const areas: Readonly<Record<keyof typeof panels, string>> = {
  bar: "[grid-area:bar]",
  chart: "[grid-area:chart]",
  bt: "[grid-area:bt]",
  side: "[grid-area:side]",
  dock: "[grid-area:dock]",
  markets: "[grid-area:markets]",
};

const panelOf = ([area, look]: [string, string]): string =>
  `<div class="panel ${areas[area as keyof typeof areas]} ${look}"></div>`;

/**
 * What a page shows while its bundle is loading: the bar with the logo, and in the terminal the outlines of the panels. Which of the two
 * the path has is written to the root by the first script; pages without a bar have none. It lies below everything that is rendered later.
 */
export const outlineHtml = [
  `<div id="${outlineId}" aria-hidden="true" class="pointer-events-none fixed inset-0 -z-1">`,
  `<div class="hidden h-(--nav-height) items-center pt-(--sim-height) px-(--gutter) in-data-[frame=page]:flex">${logo}</div>`,
  `<div data-density="terminal" class="hidden in-data-[frame=terminal]:block">`,
  `<div class="flex h-(--nav-height) items-center pt-(--sim-height) ps-4 pe-3">${logo}</div>`,
  `<div class="${frameClass} [--dock-height:var(--dock-usual)]">${Object.entries(panels).map(panelOf).join("")}</div>`,
  `</div></div>`,
].join("");
