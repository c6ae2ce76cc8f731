/** The figures of the three ways: fetched together when somebody comes near them. */
export { CoinFigure } from "./coin-figure.tsx";
export { LongFigure } from "./long-figure.tsx";
export { MiniatureBook } from "./miniature-book.tsx";
