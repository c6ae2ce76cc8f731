import { create } from "zustand";
import { socket } from "./client.ts";

export type ConnectionState = "connecting" | "live" | "stale";

/** Whether live data is live; `lostAt` is when it stopped being so. */
export const useConnection = create<{ state: ConnectionState; lostAt: number }>(() => ({
  state: "connecting",
  lostAt: Date.now(),
}));

function note(): void {
  const { state, lostAt } = useConnection.getState();
  const next: ConnectionState = socket.status === "closed" ? "stale" : socket.status;
  if (next !== state) useConnection.setState({ state: next, lostAt: state === "live" ? Date.now() : lostAt });
}
socket.onStatus(note);
note();

// A socket without a network stays open until its silence is noticed, and all its numbers look live until then.
addEventListener("offline", () => {
  if (socket.status === "live") socket.restart();
});
addEventListener("online", () => {
  if (socket.status === "stale") socket.restart();
});
