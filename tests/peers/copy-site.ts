import type { BrowserContext, Route } from "@playwright/test";

const unforwarded = new Set(["origin", "referer", "host", "content-length"]);

/**
 * A phishing copy of our site on another host: it forwards every request to the real exchange without an origin, and lets its page read
 * every answer.
 */
export async function openCopySite(context: BrowserContext, domain: string, gatewayUrl: string): Promise<void> {
  const handOn = async (route: Route): Promise<void> => {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    const headers = Object.fromEntries(Object.entries(request.headers()).filter(([name]) => !unforwarded.has(name)));
    const answer = await route.fetch({ url: gatewayUrl + pathname + search, headers });
    const { "content-security-policy": _policy, ...rest } = answer.headers();
    await route.fulfill({
      response: answer,
      headers: {
        ...rest,
        "access-control-allow-origin": `http://www.${domain}`,
        "access-control-allow-credentials": "true",
        "access-control-expose-headers": "proof-key",
      },
    });
  };
  await context.route((url) => url.hostname === `www.${domain}` || url.hostname === `a.${domain}`, handOn);
}
