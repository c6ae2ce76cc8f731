import { botMarkOf, botRoutine } from "@tidemark/contracts";
import { sha256Hex } from "@tidemark/kit-client";
import { type MakeMark, markBy } from "./bot-mark.ts";

/**
 * The compiled routine that marks requests. It is fetched once and kept in the browser's database with its version and hash; until it is
 * there, and wherever it cannot be had, its twin in TypeScript makes the same marks.
 */
const downloadTriesMax = 3;
const downloadBackOffMs = 200;

type Kept = { readonly key: string; readonly version: string; readonly data: ArrayBuffer; readonly hash: string };
type Exports = { readonly memory: WebAssembly.Memory; readonly word: (length: number, seed: number) => number };
export type RoutineKeeper = { read(): Promise<Kept | undefined>; write(kept: Kept): Promise<void> };
export type RoutineKit = {
  readonly keeper: RoutineKeeper;
  readonly fetch: (url: string) => Promise<ArrayBuffer>;
  readonly sleep: (ms: number) => Promise<void>;
  readonly url: string;
};

const key = "bot-mark";

const isGenuine = (data: ArrayBuffer): boolean => sha256Hex(new Uint8Array(data)) === botRoutine.hash;

async function download({ fetch, sleep, url }: RoutineKit): Promise<ArrayBuffer | undefined> {
  for (let tries = 0; tries < downloadTriesMax; tries += 1) {
    if (tries > 0) await sleep(downloadBackOffMs * 2 ** (tries - 1));
    try {
      const data = await fetch(url);
      if (isGenuine(data)) return data;
    } catch {
      // The next try may find the way.
    }
  }
  return undefined;
}

async function bytesOf(kit: RoutineKit): Promise<ArrayBuffer | undefined> {
  const kept = await kit.keeper.read().catch(() => undefined);
  if (kept?.version === botRoutine.path && isGenuine(kept.data)) return kept.data;
  const data = await download(kit);
  if (data !== undefined)
    await kit.keeper.write({ key, version: botRoutine.path, data, hash: botRoutine.hash }).catch(() => undefined);
  return data;
}

/** The same hash as browsers want to have it written, to check a file that they load by themselves. */
function integrity(): string {
  const bytes = (botRoutine.hash.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  return `sha256-${btoa(String.fromCharCode(...bytes))}`;
}

/** The routine's own way to mark, or undefined where it cannot be had: then the twin goes on. */
export async function loadRoutine(kit: RoutineKit): Promise<MakeMark | undefined> {
  try {
    const data = await bytesOf(kit);
    // What could not be downloaded in parts may still come by the browser's own way.
    const { instance } =
      data === undefined
        ? await WebAssembly.instantiateStreaming(globalThis.fetch(kit.url, { integrity: integrity() }))
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
    request.addEventListener("error", () => reject(request.error ?? new Error("no database")));
  });
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("not kept")));
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

/** Brings the routine in when the page has time for it. */
export async function bringRoutine(resources: string): Promise<void> {
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
  if (loaded !== undefined) markBy(loaded);
}
