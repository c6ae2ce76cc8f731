export type ToastsWaiting<Teller, List> = {
  /** Says it now, or as soon as there is somebody who can. */
  readonly tell: (say: (teller: Teller) => void) => void;
  readonly fetch: () => void;
  /** The list draws and listens: what waited is said, in its order. */
  readonly ready: (teller: Teller) => void;
  readonly list: () => List | undefined;
  readonly subscribe: (listener: () => void) => () => void;
};

/** Keeps what is to be said until the list that says it was fetched. A list that failed to come is fetched again with the next words. */
export function toastsWaiting<Teller, List>(load: () => Promise<List>): ToastsWaiting<Teller, List> {
  const listeners = new Set<() => void>();
  let waiting: ((teller: Teller) => void)[] = [];
  let teller: Teller | undefined;
  let list: List | undefined;
  let coming: Promise<void> | undefined;

  function fetch(): void {
    coming ??= load().then(
      (loaded) => {
        list = loaded;
        for (const listener of listeners) listener();
      },
      () => void (coming = undefined),
    );
  }
  return {
    tell(say) {
      if (teller !== undefined) return say(teller);
      waiting.push(say);
      return fetch();
    },
    fetch,
    ready(found) {
      teller = found;
      const said = waiting;
      waiting = [];
      for (const say of said) say(found);
    },
    list: () => list,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
