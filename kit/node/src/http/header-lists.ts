export type HeaderList = Readonly<Record<string, string>>;

/**
 * Helmet's headers as fixed lists: the plugin builds its middleware per request, which costs more than the rest of an order in the gateway.
 */
const always: HeaderList = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-site",
};

export const answerHeaders: HeaderList = {
  ...always,
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cache-control": "no-store",
};

export const overHttps: HeaderList = { "strict-transport-security": "max-age=31536000; includeSubDomains" };

/** The headers of a page; `policy`: the sources of each directive. */
export const pageHeaders = (policy: readonly (readonly string[])[]): HeaderList => ({
  ...always,
  "content-security-policy": policy.map((sources) => sources.join(" ")).join("; "),
});
