import { defaultLang, defaultSite, isLang, isSiteId, readClientData, requestHeaders } from "@tidemark/contracts";
import type { AskedFrom } from "@tidemark/kit-node";
import type { FastifyRequest } from "fastify";
import { deviceOf } from "./proofs.ts";

/** What an owner may want to know of the request; a language or site that is not one of ours is the usual one. */
export function askedFrom(request: FastifyRequest): AskedFrom {
  const { lang, site, cookie } = request.headers;
  return {
    ip: request.ip,
    lang: isLang(lang) ? lang : defaultLang,
    site: isSiteId(site) ? site : defaultSite,
    deviceId: readClientData(request.headers[requestHeaders.clientData])?.deviceId ?? deviceOf(cookie) ?? "",
  };
}
