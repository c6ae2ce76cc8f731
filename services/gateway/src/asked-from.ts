import {
  type Call,
  defaultLang,
  defaultSite,
  isLang,
  isSiteId,
  readClientData,
  requestHeaders,
} from "@tidemark/contracts";
import type { AskedFrom } from "@tidemark/kit-node";
import type { FastifyRequest } from "fastify";
import type { Devices } from "./proofs.ts";
import type { Session, Sessions } from "./session.ts";

/** What a gateway asks by itself comes from nowhere. */
export const ourselves: AskedFrom = { ip: "", lang: defaultLang, site: defaultSite, deviceId: "" };

const agentLengthMax = 200;
const hostLengthMax = 110;

const isApp = (request: FastifyRequest): boolean =>
  readClientData(request.headers[requestHeaders.clientData])?.clientType === 1;

/**
 * The app itself, which keeps its tokens, and not a page that says so: a browser names the page's origin and no script can forbid it. So no
 * script gets to read what cookies keep from it.
 */
export const isNative = (request: FastifyRequest): boolean => isApp(request) && request.headers.origin === undefined;

/** What an owner may want to know of the request; a language or site that is not one of ours is the usual one. */
export function askedFrom(
  { sessions, devices }: { sessions: Pick<Sessions, "refreshTokenOf">; devices: Pick<Devices, "of"> },
  call: Call,
  session: Session | undefined,
  request: FastifyRequest,
): AskedFrom {
  const { lang, site, cookie } = request.headers;
  const takesRefresh = call.session === "renews" || call.session === "ends";
  const refreshToken = takesRefresh ? sessions.refreshTokenOf(request.headers) : undefined;
  return {
    ip: request.ip,
    lang: isLang(lang) ? lang : defaultLang,
    site: isSiteId(site) ? site : defaultSite,
    deviceId: readClientData(request.headers[requestHeaders.clientData])?.deviceId ?? devices.of(cookie) ?? "",
    session: session?.id ?? "",
    agent: (request.headers["user-agent"] ?? "").slice(0, agentLengthMax),
    clientType: isApp(request) ? 1 : 0,
    host: (request.headers.host ?? "").toLowerCase().slice(0, hostLengthMax),
    ...(refreshToken === undefined ? {} : { refreshToken }),
  };
}
