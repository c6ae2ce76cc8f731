import {
  type Call,
  defaultLang,
  defaultSite,
  isLang,
  isSiteId,
  readClientData,
  requestHeaders,
} from "@tidemark/contracts";
import type { RequestContext } from "@tidemark/kit-node";
import type { FastifyRequest } from "fastify";
import type { Devices } from "../auth/proofs.ts";
import type { Session, Sessions } from "../auth/sessions.ts";

const agentLengthMax = 200;
const hostLengthMax = 110;

const isApp = (request: FastifyRequest): boolean =>
  readClientData(request.headers[requestHeaders.clientData])?.clientType === 1;

/**
 * Whether the request is from the native app, which stores its tokens itself. A page may claim to be the app, but its browser sends an
 * Origin header; so no script can obtain tokens that cookies hide from it.
 */
export const isNative = (request: FastifyRequest): boolean => isApp(request) && request.headers.origin === undefined;

/** The context of a request for its owner; an unknown language or site becomes the default. */
export function requestContext(
  { sessions, devices }: { sessions: Pick<Sessions, "refreshTokenOf">; devices: Pick<Devices, "of"> },
  call: Call,
  session: Session | undefined,
  request: FastifyRequest,
): RequestContext {
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
