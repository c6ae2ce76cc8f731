/** The tab of the page; flexible has no name in the address. */
export const readEarnSearch = ({ kind }: Record<string, unknown>): { kind?: "term" } =>
  kind === "term" ? { kind } : {};
