import type { Wire, WireCallbacks } from "./wire.ts";

/** One connection. Once it is closed here, nothing of it is heard any more. */
export type Line = {
  readonly isOpen: boolean;
  /** Nothing where it is not open. */
  send(message: object): void;
  close(): void;
};
type LineCallbacks = { opened(): void; message(text: string): void; closed(): void };

export function openLine(connect: (callbacks: WireCallbacks) => Wire, on: LineCallbacks): Line {
  let isOpen = false;
  let isClosed = false;
  const wire = connect({
    opened() {
      if (isClosed) return;
      isOpen = true;
      on.opened();
    },
    message(text) {
      if (!isClosed) on.message(text);
    },
    closed() {
      if (!isClosed) on.closed();
    },
  });
  return {
    get isOpen() {
      return isOpen;
    },
    send(message) {
      if (isOpen) wire.send(JSON.stringify(message));
    },
    close() {
      isClosed = true;
      isOpen = false;
      wire.close();
    },
  };
}
