/**
 * What the page keeps in the browser, by module. Each module is one record with a version; the app config names the version it wants and
 * what to begin with, so that an operator can throw away what an old page has written. Where the browser keeps nothing, memory does.
 */
export type Stored<T> = {
  readonly name: string;
  readonly get: () => T;
  readonly set: (value: T) => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** Begins anew where the record is of another version. */
  readonly require: (version: number, data: unknown) => void;
};
type Area = "local" | "session";
type Wish<T> = { readonly area?: Area; readonly isWhole?: (value: unknown) => value is T };

export const defaultNamespace = "spot";
let namespace = defaultNamespace;

/** All modules, for those who treat them alike. */
export const storedModules: Map<string, Stored<unknown>> = new Map();
const reread = new Set<(key: string | null) => void>();

const memories: Record<Area, Map<string, string>> = { local: new Map(), session: new Map() };

/** A browser may refuse its storage as a whole, or a single write when it is full: then the tab remembers by itself. */
function areaOf(area: Area): { read(key: string): string | undefined; write(key: string, text: string): void } {
  const memory = memories[area];
  const real = (): Storage => (area === "local" ? localStorage : sessionStorage);
  return {
    read(key) {
      try {
        return real().getItem(key) ?? memory.get(key);
      } catch {
        return memory.get(key);
      }
    },
    write(key, text) {
      try {
        real().setItem(key, text);
        memory.delete(key);
      } catch {
        memory.set(key, text);
      }
    },
  };
}

type RecordOf<T> = { readonly version: number; readonly data: T };

export function stored<T>(name: string, initial: T, wish: Wish<T> = {}): Stored<T> {
  const area = areaOf(wish.area ?? "local");
  const listeners = new Set<() => void>();
  let held: RecordOf<T> | undefined;
  const key = (): string => `${namespace}.${name}`;

  function read(): RecordOf<T> {
    if (held !== undefined) return held;
    held = { version: 0, data: initial };
    try {
      const record = JSON.parse(area.read(key()) ?? "null") as RecordOf<unknown> | null;
      const isGood = record !== null && (wish.isWhole === undefined || wish.isWhole(record.data));
      if (isGood && typeof record.version === "number") held = record as RecordOf<T>;
    } catch {
      // What cannot be read was not written by us: it is begun anew.
    }
    return held;
  }
  function write(record: RecordOf<T>): void {
    held = record;
    area.write(key(), JSON.stringify(record));
    for (const listener of listeners) listener();
  }
  const module: Stored<T> = {
    name,
    get: () => read().data,
    set: (data) => write({ version: read().version, data }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    require(version, data) {
      if (read().version === version) return;
      const isGood = data !== undefined && data !== null && (wish.isWhole === undefined || wish.isWhole(data));
      write({ version, data: isGood ? (data as T) : initial });
    },
  };
  storedModules.set(name, module as Stored<unknown>);
  reread.add((changed) => {
    if (changed !== null && changed !== key()) return;
    held = undefined;
    for (const listener of listeners) listener();
  });
  return module;
}

/** From here on everything is kept under this name; what was read under another is read again. */
export function openStorage(name: string = defaultNamespace): void {
  if (name === namespace) return;
  namespace = name;
  for (const again of reread) again(null);
}

// What one tab writes the others hear: hidden balances are hidden in all of them.
if (typeof window !== "undefined")
  window.addEventListener("storage", ({ key }) => {
    for (const again of reread) again(key);
  });
