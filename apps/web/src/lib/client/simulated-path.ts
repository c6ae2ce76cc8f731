const starts = ["/contract/simul", "/contract/account/simul"];
const paths = new Set(["/contract/content/fund/simul", "/contract/content/markPrice/simul"]);

/** Whether a path, without its site's prefix, belongs to simulated trading. */
export const isSimulatedPath = (path: string): boolean =>
  // The router ignores a slash at the end.
  paths.has(path.replace(/\/$/, "")) || starts.some((start) => path === start || path.startsWith(`${start}/`));

/** The same screen of the real exchange. */
export const realPathOf = (path: string): string => path.replace("/simul", "");
