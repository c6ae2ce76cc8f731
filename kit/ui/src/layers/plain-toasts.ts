type Options = { readonly id?: string | number; readonly description?: unknown };

export type PlainToast = { readonly id: string | number; readonly text: string; readonly description: string };

/** As long as it takes to read two sentences: these toasts report lost connections and unknown outcomes. */
const shownMs = 8_000;
const shownMax = 2;

let shown: readonly PlainToast[] = [];
let count = 0;
const listeners = new Set<() => void>();

function set(next: readonly PlainToast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}
const dismiss = (id: string | number): void => set(shown.filter((toast) => toast.id !== id));

function add(text: string, { id = `plain ${(count += 1)}`, description }: Options = {}): void {
  const toast = { id, text, description: typeof description === "string" ? description : "" };
  set([...shown.filter((other) => other.id !== id), toast].slice(-shownMax));
  setTimeout(() => {
    if (shown.includes(toast)) dismiss(id);
  }, shownMs);
}

/** The toast functions that need no download. */
export const plainToasts = { message: add, success: add, error: add, info: add, warning: add, dismiss };

export const plainToastsShown = {
  get: (): readonly PlainToast[] => shown,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
