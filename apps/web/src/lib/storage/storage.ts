/**
 * Browser storage by module. Each module is one record with a version. The app config names the required version and the initial data, so
 * that an operator can discard what an old page wrote. Where the browser stores nothing, memory is used.
 */
export type Stored<T> = {
  readonly name: string;
  readonly get: () => T;
  readonly set: (value: T) => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** Resets the record if it has another version. */
  readonly require: (version: number, data: unknown) => void;
};
type Area = "local" | "session";
type Kind<T> = { readonly area?: Area; readonly isWhole?: (value: unknown) => value is T };

export const defaultNamespace = "spot";
let namespace = defaultNamespace;

const modules = new Map<string, Stored<unknown>>();
type StorageOptions = { readonly version: number; readonly data?: unknown };
/** Requirements of the config by module, also for modules that are registered later, together with their part of the page. */
const requirements = new Map<string, StorageOptions>();
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
  let current: RecordOf<T> | undefined;
  const key = (): string => `${namespace}.${name}`;

  function read(): RecordOf<T> {
    if (current !== undefined) return current;
    current = { version: 0, data: initial };
    try {
      const record = JSON.parse(area.read(key()) ?? "null") as RecordOf<unknown> | null;
      const isGood = record !== null && (kind.isWhole === undefined || kind.isWhole(record.data));
      if (isGood && typeof record.version === "number") current = record as RecordOf<T>;
    } catch {
      // A record that cannot be read was not written by us and is reset.
    }
    return current;
  }
  function write(record: RecordOf<T>): void {
    current = record;
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
  const required = requirements.get(name);
  if (required !== undefined) module.require(required.version, required.data);
  reread.add((changed) => {
    if (changed !== null && changed !== key()) return;
    current = undefined;
    for (const listener of listeners) listener();
  });
  return module;
}

/** From here on all modules are stored under this namespace; what was read under another is read again. */
export function openStorage(name: string = defaultNamespace): void {
  if (name === namespace) return;
  namespace = name;
  for (const again of reread) again(null);
}

/** From here on every module has the version that the config names, or the initial data it gives. */
export function requireModules(storages: Readonly<Record<string, StorageOptions>>): void {
  for (const [name, required] of Object.entries(storages)) {
    requirements.set(name, required);
    modules.get(name)?.require(required.version, required.data);
  }
}

// Other tabs follow changes of one tab: hidden balances are hidden in all of them.
if (typeof window !== "undefined")
  window.addEventListener("storage", ({ key }) => {
    for (const again of reread) again(key);
  });
