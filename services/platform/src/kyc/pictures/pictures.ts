import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { pictureShortSideMin } from "@tidemark/contracts";

export type PictureWork = { readonly bytes: Uint8Array; readonly shortSideMin: number };
export type PictureResult =
  | { readonly jpeg: Uint8Array }
  /** `busy`: too many wait, or the machine gave the decoder too little time. It says nothing about the picture. */
  | { readonly problem: "no picture" | "too small" | "busy" };
/** `ready`: the process has loaded its decoder and takes pictures. */
export type PictureMessage = "ready" | PictureResult;

export type Pictures = {
  /** A new JPEG of the same picture: nothing of the file's own bytes is left, its metadata included. */
  readonly clean: (bytes: Uint8Array) => Promise<PictureResult>;
  readonly close: () => void;
};

type Waiting = { readonly bytes: Uint8Array; readonly done: (result: PictureResult) => void };

const main = fileURLToPath(new URL("./picture-process.ts", import.meta.url));
const waitingMax = 16;
/** By the clock. The process itself ends where a picture takes more of the processor than it may. */
const workMaxMs = 30_000;
/** Starting is not counted as work: on a busy machine it may take longer than a picture, and a process that is ended while it starts never works. */
const usualStartMaxMs = 60_000;

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
export function openPictures({ startMaxMs = usualStartMaxMs } = {}): Pictures {
  const waiting: Waiting[] = [];
  let child: ChildProcess | undefined;
  let isReady = false;
  let isLate = false;
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
    started.on("message", (message: PictureMessage) => {
      if (message !== "ready") return end(message);
      isReady = true;
      if (current !== undefined) give(started, current);
    });
    started.once("error", () => undefined);
    started.once("exit", () => {
      // A picture that ends its decoder is none that anybody has to see. One that had no time, or was never given to it, may be good.
      const problem = isReady && !isLate ? "no picture" : "busy";
      if (child === started) [child, isReady, isLate] = [undefined, false, false];
      if (current !== undefined) end({ problem });
    });
    child = started;
    return started;
  }

  function give(to: ChildProcess, { bytes }: Waiting): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isLate = true;
      to.kill("SIGKILL");
    }, workMaxMs);
    const work: PictureWork = { bytes, shortSideMin: pictureShortSideMin };
    to.send(work, (error) => (error === null ? undefined : to.kill("SIGKILL")));
  }

  function next(): void {
    if (current !== undefined) return;
    current = waiting.shift();
    if (current === undefined) return;
    const process = worker();
    if (isReady) give(process, current);
    else timer = setTimeout(() => process.kill("SIGKILL"), startMaxMs);
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
