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
type Kind<T> = { readonly area?: Area; readonly isWhole?: (value: unknown) => value is T };

export const defaultNamespace = "spot";
let namespace = defaultNamespace;

const modules = new Map<string, Stored<unknown>>();
type StorageWish = { readonly version: number; readonly data?: unknown };
/** What the config wants of each module, also of those that come later, with the part of the page that they belong to. */
const wishes = new Map<string, StorageWish>();
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

export function stored<T>(name: string, initial: T, kind: Kind<T> = {}): Stored<T> {
  const area = areaOf(kind.area ?? "local");
  const listeners = new Set<() => void>();
  let held: RecordOf<T> | undefined;
  const key = (): string => `${namespace}.${name}`;

  function read(): RecordOf<T> {
    if (held !== undefined) return held;
    held = { version: 0, data: initial };
    try {
      const record = JSON.parse(area.read(key()) ?? "null") as RecordOf<unknown> | null;
      const isGood = record !== null && (kind.isWhole === undefined || kind.isWhole(record.data));
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
      const isGood = data !== undefined && data !== null && (kind.isWhole === undefined || kind.isWhole(data));
      write({ version, data: isGood ? (data as T) : initial });
    },
  };
  modules.set(name, module as Stored<unknown>);
  const wish = wishes.get(name);
  if (wish !== undefined) module.require(wish.version, wish.data);
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

/** From here on every module is of the version that the config names, or begins with what it gives. */
export function requireModules(storages: Readonly<Record<string, StorageWish>>): void {
  for (const [name, wish] of Object.entries(storages)) {
    wishes.set(name, wish);
    modules.get(name)?.require(wish.version, wish.data);
  }
}

// What one tab writes the others hear: hidden balances are hidden in all of them.
if (typeof window !== "undefined")
  window.addEventListener("storage", ({ key }) => {
    for (const again of reread) again(key);
  });
