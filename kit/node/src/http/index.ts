/** For processes that answer browsers: types of Fastify only, so that processes that do not serve http load none of it. */
export { limitConnections } from "./connection-limit.ts";
export { type Reply, renderReply, replyOf, replyOfCode, replyOfRefusal, statusOf } from "./envelope.ts";
export { formReader } from "./form.ts";
export { answerHeaders, type HeaderList, overHttps, pageHeaders } from "./header-lists.ts";
export { hostsOf } from "./hosts.ts";
export { hasDuplicateKey, readJsonStrictly } from "./json-body.ts";
export { type Origins, originsIn, originsOf } from "./origins.ts";
export { namesFile, webServer } from "./web-files.ts";
