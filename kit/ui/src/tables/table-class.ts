/**
 * Of every table. A text for screen readers is hidden by its position: it must find that inside the table, and not stretch the page in which
 * the table is scrolled.
 */
export const tableClass = "relative w-full";
