const terminal = /^\/(spot|margin|contract\/(usdt|coin|simul))\//;
const bare = /^\/(auth\/|denied_current_pc|maintenance)/;

/** What the page has around it, by its path inside the site: the outline that is shown first depends on it. */
export function frameOfPath(path: string): "page" | "terminal" | "bare" {
  if (terminal.test(path)) return "terminal";
  return bare.test(path) ? "bare" : "page";
}
