import { headersWire, type SocketSettings } from "@tidemark/kit-client";

/** A client's connection in Node, whose cookie is carried by hand. */
export const cookieWire = (cookie: () => string): NonNullable<SocketSettings["connect"]> =>
  headersWire(() => ({ cookie: cookie() }));
