import type { Grant } from "@tidemark/kit-node";

export type Cookies = {
  tokenOf(header: string | undefined): string | undefined;
  /** The header that gives a session to the browser or takes it away. */
  of(grant: Grant, now: number): string;
};

const tokenShape = /^[\w-]{43}$/;

/** One cookie, of this host alone. Development uses plain http, where browsers take neither the prefix nor `Secure`. */
export function cookiesOf(mode: "development" | "production"): Cookies {
  const name = mode === "production" ? "__Host-console" : "console-session";
  const attributes = ["Path=/", "HttpOnly", "SameSite=Strict", ...(mode === "production" ? ["Secure"] : [])];
  return {
    tokenOf(header = "") {
      const parts = header.split(";").map((part) => part.trim());
      const token = parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
      return token !== undefined && tokenShape.test(token) ? token : undefined;
    },
    of(grant, now) {
      const [value, ageMs] = grant === "ended" ? ["", 0] : [grant.accessToken, grant.refreshUntil - now];
      return [`${name}=${value}`, `Max-Age=${Math.max(0, Math.floor(ageMs / 1_000))}`, ...attributes].join("; ");
    },
  };
}
