/** The origins whose pages may call us. A browser always sends its page's origin; a request without one is not from a page. */
export type Origins = {
  allows(origin: string | undefined): boolean;
  /** A request that changes something must not come from a page of another site. */
  allowsChange(headers: { origin?: string | undefined; "sec-fetch-site"?: string | string[] | undefined }): boolean;
};

const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

export function originsOf(setting: string, list: string, mode: "development" | "production"): Origins {
  const known = new Set(list.split(",").filter((origin) => origin !== ""));
  for (const origin of known)
    if (new URL(origin).origin !== origin) throw new Error(`${setting}: ${origin} is not an origin`);
  if (mode === "production" && known.size === 0) throw new Error(`${setting} is not set`);
  const allows = (origin: string | undefined): boolean =>
    origin === undefined || known.has(origin) || (mode === "development" && loopback.test(origin));
  return {
    allows,
    allowsChange: (headers) => allows(headers.origin) && headers["sec-fetch-site"] !== "cross-site",
  };
}

const pageOriginShape = /^https?:\/\/(\*\.)?[a-z0-9.-]+(:\d{1,5})?$/;

/** The origins listed in a setting. A malformed one stops the start, because it would silently widen the policy of every page. */
export function originsIn(setting: string, list: string): readonly string[] {
  const origins = list.split(",").filter((origin) => origin !== "");
  const wrong = origins.find((origin) => !pageOriginShape.test(origin));
  if (wrong !== undefined) throw new Error(`${setting}: ${wrong} is not an origin`);
  return origins;
}
