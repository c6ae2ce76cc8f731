import { createHash } from "node:crypto";
import { createClient, createSocket, follow, type Wire, type WireCallbacks } from "@tidemark/kit-client";
import { WebSocket } from "ws";

export type LevelText = { readonly side: string; readonly price: string; readonly qty: string };

/** A book in a few bytes, whatever order its levels come in. */
export function digestOf(rows: readonly LevelText[]): string {
  const lines = rows.map(({ side, price, qty }) => `${side} ${price} ${qty}`).toSorted();
  return createHash("sha1").update(lines.join("\n")).digest("base64url");
}

/** A client that keeps a book, and whose connection can be cut or made slow. */
export type Reader = {
  /** The digest of the book at each number that the client has reached. */
  readonly books: ReadonlyMap<number, string>;
  cut(): void;
  /** It reads nothing for a while: what is sent waits at the gateway. */
  pause(ms: number): void;
  close(): void;
};

export function openReader(url: string, symbol: string): Reader {
  const books = new Map<number, string>();
  let wire: WebSocket | undefined;
  const connect = (address: string, callbacks: WireCallbacks): Wire => {
    const socket = new WebSocket(address, { perMessageDeflate: false });
    wire = socket;
    socket.on("open", () => callbacks.opened());
    socket.on("message", (data: Buffer) => callbacks.message(data.toString("utf8")));
    socket.on("close", () => callbacks.closed());
    socket.on("error", () => socket.terminate());
    return { send: (text) => socket.send(text), close: () => socket.close() };
  };
  const socket = createSocket({ url: `${url.replace(/^http/, "ws")}/ws`, connect, backOffMinMs: 50 });
  const end = follow(createClient({ baseUrl: url }), socket, "depth", { symbol }, ({ state, seq, rows }) => {
    if (state === "live") books.set(seq, digestOf(rows));
  });
  return {
    books,
    cut: () => wire?.terminate(),
    pause(ms) {
      const paused = wire;
      paused?.pause();
      setTimeout(() => paused?.resume(), ms);
    },
    close() {
      end();
      socket.close();
    },
  };
}
