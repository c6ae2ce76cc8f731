import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { pictureShortSideMin } from "@tidemark/contracts";

export type PictureWork = { readonly bytes: Uint8Array; readonly shortSideMin: number };
export type PictureResult =
  | { readonly jpeg: Uint8Array }
  /** `busy`: too many wait, and nothing was looked at. */
  | { readonly problem: "no picture" | "too small" | "busy" };

export type Pictures = {
  /** A new JPEG of the same picture: nothing of the file's own bytes is left, its metadata included. */
  readonly clean: (bytes: Uint8Array) => Promise<PictureResult>;
  readonly close: () => void;
};

type Waiting = { readonly bytes: Uint8Array; readonly done: (result: PictureResult) => void };

const main = fileURLToPath(new URL("./picture-process.ts", import.meta.url));
const waitingMax = 16;
/** Above what libvips is given, so that it is only met where libvips does not end by itself. */
const workMaxMs = 12_000;

const starts = {
  jpeg: [0xff, 0xd8, 0xff],
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  riff: [0x52, 0x49, 0x46, 0x46],
} as const;
const webp = [0x57, 0x45, 0x42, 0x50];
const hasAt = (bytes: Uint8Array, at: number, wanted: readonly number[]): boolean =>
  wanted.every((byte, i) => bytes[at + i] === byte);

/** Whether the first bytes are those of a JPEG, PNG or WebP; the name and type of the file say nothing. */
export const looksLikePicture = (bytes: Uint8Array): boolean =>
  hasAt(bytes, 0, starts.jpeg) ||
  hasAt(bytes, 0, starts.png) ||
  (hasAt(bytes, 0, starts.riff) && hasAt(bytes, 8, webp));

/** Decodes one picture at a time, in another process that is ended where one takes too long. */
export function openPictures(): Pictures {
  const waiting: Waiting[] = [];
  let child: ChildProcess | undefined;
  let current: Waiting | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function end(result: PictureResult): void {
    clearTimeout(timer);
    const { done } = current ?? {};
    current = undefined;
    done?.(result);
    if (!isClosed) next();
  }

  function worker(): ChildProcess {
    if (child !== undefined) return child;
    const started = fork(main, [], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      serialization: "advanced",
      // A session of its own: the priority of a process is that of its session, and ours must not follow it.
      detached: true,
      // None of our settings: what breaks out of a decoder finds no key.
      env: { PATH: process.env.PATH ?? "" },
    });
    started.on("message", (result: PictureResult) => end(result));
    started.once("error", () => undefined);
    started.once("exit", () => {
      if (child === started) child = undefined;
      // A picture that ends its decoder is none that anybody has to see.
      if (current !== undefined) end({ problem: "no picture" });
    });
    child = started;
    return started;
  }

  function next(): void {
    if (current !== undefined) return;
    current = waiting.shift();
    if (current === undefined) return;
    const busy = worker();
    timer = setTimeout(() => busy.kill("SIGKILL"), workMaxMs);
    const work: PictureWork = { bytes: current.bytes, shortSideMin: pictureShortSideMin };
    busy.send(work, (error) => (error === null ? undefined : busy.kill("SIGKILL")));
  }

  return {
    clean(bytes) {
      if (!looksLikePicture(bytes)) return Promise.resolve({ problem: "no picture" });
      if (isClosed || waiting.length >= waitingMax) return Promise.resolve({ problem: "busy" });
      return new Promise((done) => {
        waiting.push({ bytes, done });
        next();
      });
    },
    close() {
      isClosed = true;
      for (const { done } of waiting.splice(0)) done({ problem: "busy" });
      clearTimeout(timer);
      child?.kill("SIGKILL");
    },
  };
}
