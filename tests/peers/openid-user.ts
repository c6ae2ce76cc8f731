/** A user at a provider's page. */
export type OpenIdUser = {
  readonly account: string;
  readonly email?: string;
  readonly isVerified?: boolean;
  isPrivate?: boolean;
};
/** The provider's redirect: a URL, or a form. */
type Sent = { readonly to: string; readonly fields: Readonly<Record<string, string>>; readonly isForm: boolean };

const hopsMax = 12;

/** A browser at the provider's page: follows redirects, fills in the form, and stops before it leaves the provider. */
export async function signInAtProvider(address: string, user: OpenIdUser): Promise<Sent> {
  const jar = new Map<string, string>();
  const { origin } = new URL(address);
  const form = new URLSearchParams({ account: user.account, email: user.email ?? `${user.account}@example.com` });
  if (user.isVerified !== false) form.set("verified", "yes");
  if (user.isPrivate === true) form.set("private", "yes");
  let next: { url: string; body?: URLSearchParams } = { url: address };
  for (let hop = 0; hop < hopsMax; hop += 1) {
    const response = await fetch(next.url, {
      redirect: "manual",
      method: next.body === undefined ? "GET" : "POST",
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(next.body === undefined ? {} : { body: next.body }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair] = line.split(";") as [string];
      jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const location = response.headers.get("location");
    if (location !== null) {
      const url = new URL(location, origin);
      if (url.origin !== origin)
        return { to: url.origin + url.pathname, fields: Object.fromEntries(url.searchParams), isForm: false };
      next = { url: url.href };
      continue;
    }
    const html = await response.text();
    const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1];
    if (action === undefined) throw new Error(`the provider said ${response.status}: ${html.slice(0, 300)}`);
    const url = new URL(action, origin);
    if (url.origin !== origin) {
      const inputs = [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)];
      const fields = Object.fromEntries(inputs.map(([, name, value]) => [name!, value!.replaceAll("&amp;", "&")]));
      return { to: url.href, fields, isForm: true };
    }
    next = { url: url.href, body: form };
  }
  throw new Error("the provider leads in circles");
}
