import { type Call, type ClientData, requestHeaders } from "@tidemark/contracts";

export type Method = "GET" | "POST";

export const methodAndPath = (call: Pick<Call, "path">): [Method, string] => call.path.split(" ") as [Method, string];

/** Path parameters such as `/configs/{name}.json` are taken out of the ask. */
export function pathOf(path: string, ask: object): { readonly path: string; readonly rest: Record<string, unknown> } {
  const rest: Record<string, unknown> = { ...ask };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  return { path: filled, rest };
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

export function queryOf(fields: Readonly<Record<string, unknown>>, auth: string | undefined): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, textOf(value));
  if (auth !== undefined) query.set("auth", auth);
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

type Body = { readonly body: string | FormData; readonly contentType?: string };

/** Form data unless the call declares another body. The platform sets the type of a form: only it has the boundary. */
export function bodyOf(kind: Call["body"], fields: Readonly<Record<string, unknown>>): Body {
  if (kind === "json") return { body: JSON.stringify(fields), contentType: "application/json" };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (kind === "urlencoded") {
    const body = new URLSearchParams(given.map(([name, value]): [string, string] => [name, textOf(value)])).toString();
    return { body, contentType: "application/x-www-form-urlencoded" };
  }
  const body = new FormData();
  for (const [name, value] of given) body.set(name, value instanceof Blob ? value : textOf(value));
  return { body };
}

/** Device, language and site of the sender; clients other than pages send only the device. */
export type Sender = {
  readonly device: Pick<ClientData, "deviceId" | "uuid">;
  readonly clientType?: ClientData["clientType"];
  readonly lang?: () => string;
  readonly site?: () => string;
  readonly timezone?: string;
  /** The device's own language, which need not be the page's. */
  readonly deviceLanguage?: string;
  readonly fingerprint?: () => string | undefined;
  /** Inside the app: the token of the native side, and its user. */
  readonly bearer?: () => { readonly token: string; readonly uid: string } | undefined;
};

export function headersOf(sender: Sender): Record<string, string> {
  const { device, clientType = 0, lang, site, timezone, deviceLanguage } = sender;
  const headers: Record<string, string> = {
    accept: "application/json, text/plain, */*",
    [requestHeaders.clientData]: JSON.stringify({ ...device, clientType } satisfies ClientData),
  };
  if (lang !== undefined) headers[requestHeaders.lang] = lang();
  if (site !== undefined) headers[requestHeaders.site] = site();
  if (timezone !== undefined) {
    headers[requestHeaders.timezone] = timezone;
    headers[requestHeaders.deviceInfo] = JSON.stringify({ language: deviceLanguage ?? "", timezone });
  }
  const fingerprint = sender.fingerprint?.();
  if (fingerprint !== undefined) headers[requestHeaders.fingerprint] = fingerprint;
  const bearer = sender.bearer?.();
  if (bearer !== undefined) {
    headers.authorization = `Bearer ${bearer.token}`;
    headers[requestHeaders.uid] = bearer.uid;
  }
  return headers;
}
