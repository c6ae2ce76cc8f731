/** The figures of the three products, loaded together near the viewport. */
export { CoinFigure } from "./coin-figure.tsx";
export { LongFigure } from "./long-figure.tsx";
export { MiniatureBook } from "./miniature-book.tsx";
