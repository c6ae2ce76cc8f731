import { botMarkOf, botRoutine } from "@tidemark/contracts";
import { sha256Hex } from "@tidemark/kit-client";
import { type MakeMark, setMarkRoutine } from "./bot-mark.ts";

/**
 * The compiled routine that marks requests. It is fetched once and kept in IndexedDB with its version and hash. Until it is loaded, and
 * where it cannot be loaded, the TypeScript version makes the same marks.
 */
const downloadTriesMax = 3;
const downloadBackOffMs = 200;

type Kept = { readonly key: string; readonly version: string; readonly data: ArrayBuffer; readonly hash: string };
type Exports = { readonly memory: WebAssembly.Memory; readonly word: (length: number, seed: number) => number };
export type RoutineKeeper = { read(): Promise<Kept | undefined>; write(kept: Kept): Promise<void> };
export type RoutineDeps = {
  readonly keeper: RoutineKeeper;
  readonly fetch: (url: string) => Promise<ArrayBuffer>;
  readonly sleep: (ms: number) => Promise<void>;
  readonly url: string;
};

const key = "bot-mark";

const isGenuine = (data: ArrayBuffer): boolean => sha256Hex(new Uint8Array(data)) === botRoutine.hash;

async function download({ fetch, sleep, url }: RoutineDeps): Promise<ArrayBuffer | undefined> {
  for (let tries = 0; tries < downloadTriesMax; tries += 1) {
    if (tries > 0) await sleep(downloadBackOffMs * 2 ** (tries - 1));
    try {
      const data = await fetch(url);
      if (isGenuine(data)) return data;
    } catch {
      // The next attempt may succeed.
    }
  }
  return undefined;
}

async function bytesOf(deps: RoutineDeps): Promise<ArrayBuffer | undefined> {
  const kept = await deps.keeper.read().catch(() => undefined);
  if (kept?.version === botRoutine.path && isGenuine(kept.data)) return kept.data;
  const data = await download(deps);
  if (data !== undefined)
    await deps.keeper.write({ key, version: botRoutine.path, data, hash: botRoutine.hash }).catch(() => undefined);
  return data;
}

/** The same hash in the format of subresource integrity, for a file that the browser loads itself. */
function integrity(): string {
  const bytes = (botRoutine.hash.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  return `sha256-${btoa(String.fromCharCode(...bytes))}`;
}

/** The marking function of the routine; undefined if it cannot be loaded, so that the TypeScript version stays in use. */
export async function loadRoutine(deps: RoutineDeps): Promise<MakeMark | undefined> {
  try {
    const data = await bytesOf(deps);
    // If the download failed, the browser's own streaming may still succeed.
    const { instance } =
      data === undefined
        ? await WebAssembly.instantiateStreaming(globalThis.fetch(deps.url, { integrity: integrity() }))
        : await WebAssembly.instantiate(data);
    const { memory, word } = instance.exports as Exports;
    const wordOf = (bytes: Uint8Array, seed: number): number => {
      new Uint8Array(memory.buffer).set(bytes);
      return word(bytes.length, seed);
    };
    return (message) => botMarkOf(message, wordOf);
  } catch {
    return undefined;
  }
}

const databaseName = "tidemark";
const storeName = "routines";

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.addEventListener("upgradeneeded", () => request.result.createObjectStore(storeName, { keyPath: "key" }));
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () =>
      reject(request.error ?? new Error("bot routine: IndexedDB cannot be opened")),
    );
  });
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () =>
      reject(request.error ?? new Error("bot routine: IndexedDB request failed")),
    );
  });

const inDatabase: RoutineKeeper = {
  async read() {
    const store = (await openDatabase()).transaction(storeName).objectStore(storeName);
    return (await done(store.get(key))) as Kept | undefined;
  },
  async write(kept) {
    await done((await openDatabase()).transaction(storeName, "readwrite").objectStore(storeName).put(kept));
  },
};

/** Loads the routine once the page is idle. */
export async function loadBotRoutine(resources: string): Promise<void> {
  const loaded = await loadRoutine({
    keeper: inDatabase,
    url: resources + botRoutine.path,
    async fetch(url) {
      const response = await globalThis.fetch(url);
      if (!response.ok) throw new Error(`${url}: ${response.status}`);
      return response.arrayBuffer();
    },
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
  if (loaded !== undefined) setMarkRoutine(loaded);
}
