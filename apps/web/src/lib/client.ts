import { createClient, createSocket } from "@tidemark/kit-client";

/** The one client and the one connection of the page; both go to the page's own origin. */
export const client = createClient({ baseUrl: "" });

export const socket = createSocket({
  url: `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`,
});
