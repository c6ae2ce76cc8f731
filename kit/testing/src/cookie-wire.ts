import type { Wire, WireCallbacks } from "@tidemark/kit-client";

type NodeWebSocket = new (url: string, options: { headers: Record<string, string> }) => WebSocket;

/** A client's connection in Node: its own WebSocket takes headers, which a browser's does not, and the cookie is carried by hand. */
export function cookieWire(cookie: () => string): (url: string, callbacks: WireCallbacks) => Wire {
  return (url, callbacks) => {
    const socket = new (WebSocket as unknown as NodeWebSocket)(url, { headers: { cookie: cookie() } });
    socket.addEventListener("open", () => callbacks.opened());
    socket.addEventListener("message", (event) => callbacks.message(String(event.data)));
    socket.addEventListener("close", () => callbacks.closed());
    return { send: (text) => socket.send(text), close: () => socket.close() };
  };
}
