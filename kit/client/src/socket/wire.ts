/** The transport under the socket, so that Node with a cookie, a browser and a test can each supply their own. */
export type WireCallbacks = { opened(): void; message(text: string): void; closed(): void };
export type Wire = { send(text: string): void; close(): void };
/** The callbacks come after it has returned, never from within it. */
export type Connect = (url: string, callbacks: WireCallbacks) => Wire;

/** The transport over an open or opening WebSocket. */
function wireOver(socket: WebSocket, callbacks: WireCallbacks): Wire {
  socket.addEventListener("open", () => callbacks.opened());
  socket.addEventListener("message", (event) => callbacks.message(String(event.data)));
  socket.addEventListener("close", () => callbacks.closed());
  return { send: (text) => socket.send(text), close: () => socket.close() };
}

export const browserWire: Connect = (url, callbacks) => wireOver(new WebSocket(url), callbacks);

type HeadersWebSocket = new (url: string, options: { headers: Record<string, string> }) => WebSocket;

/** For Node, whose own WebSocket takes headers, which a browser's does not; they are made anew for each connection. */
export function headersWire(headersOf: (url: string) => Record<string, string>): Connect {
  return (url, callbacks) =>
    wireOver(new (WebSocket as unknown as HeadersWebSocket)(url, { headers: headersOf(url) }), callbacks);
}
