import { type Grant, newToken } from "@tidemark/kit-node";

export type Cookies = {
  tokenOf(header: string | undefined): string | undefined;
  /** The browser's own id; empty before its first sign-in. */
  deviceOf(header: string | undefined): string;
  /** The header that gives a browser its id. It decides nothing but that two accounts of one browser are no two people. */
  ofNewDevice(): string;
  /** The header that gives a session to the browser or takes it away. */
  of(grant: Grant, now: number): string;
};

const tokenShape = /^[\w-]{43}$/;
const deviceShape = /^[\w-]{22}$/;
const deviceBytes = 16;
const yearSeconds = 365 * 24 * 60 * 60;

/** One cookie for the session and one for the browser, of this host alone. Development uses plain http, where browsers take neither the prefix nor `Secure`. */
export function cookiesOf(mode: "development" | "production"): Cookies {
  const name = mode === "production" ? "__Host-console" : "console-session";
  const attributes = ["Path=/", "HttpOnly", "SameSite=Strict", ...(mode === "production" ? ["Secure"] : [])];
  const device = mode === "production" ? "__Host-device" : "console-device";
  const valueOf = (header: string, cookie: string): string | undefined =>
    header
      .split(";")
      .map((part) => part.trim())
      .find((part) => part.startsWith(`${cookie}=`))
      ?.slice(cookie.length + 1);
  return {
    tokenOf(header = "") {
      const token = valueOf(header, name);
      return token !== undefined && tokenShape.test(token) ? token : undefined;
    },
    deviceOf(header = "") {
      const id = valueOf(header, device) ?? "";
      return deviceShape.test(id) ? id : "";
    },
    ofNewDevice: () => [`${device}=${newToken(deviceBytes)}`, `Max-Age=${yearSeconds}`, ...attributes].join("; "),
    of(grant, now) {
      const [value, ageMs] = grant === "ended" ? ["", 0] : [grant.accessToken, grant.refreshUntil - now];
      return [`${name}=${value}`, `Max-Age=${Math.max(0, Math.floor(ageMs / 1_000))}`, ...attributes].join("; ");
    },
  };
}
