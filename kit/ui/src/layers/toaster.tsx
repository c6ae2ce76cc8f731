import { type ComponentType, useSyncExternalStore } from "react";
import type { ToasterProps, ToastListProps } from "./toast-list.tsx";
import { toastsWaiting } from "./toasts-waiting.ts";

type Teller = Parameters<ToastListProps["onReady"]>[0];

const waiting = toastsWaiting<Teller, ComponentType<ToastListProps>>(
  async () => (await import("./toast-list.tsx")).ToastList,
);

/** Fetches what shows toasts. Whoever has a moment calls it: the first toast may have to say that the network is gone. */
export const prepareToasts = (): void => waiting.fetch();

/** Where toasts appear. Nothing of it is there before the first one, or before there was time. */
export function Toaster(props: ToasterProps) {
  const List = useSyncExternalStore(waiting.subscribe, waiting.list);
  // oxlint-disable-next-line react/static-components -- it is fetched once and stays the same
  return List === undefined ? null : <List {...props} onReady={waiting.ready} />;
}

type Options = NonNullable<Parameters<Teller["error"]>[1]>;
export type Toast = {
  (words: string, options?: Options): void;
  readonly success: (words: string, options?: Options) => void;
  readonly error: (words: string, options?: Options) => void;
  readonly info: (words: string, options?: Options) => void;
  readonly warning: (words: string, options?: Options) => void;
  readonly dismiss: (id: string) => void;
};

const kind =
  (name: "message" | "success" | "error" | "info" | "warning") =>
  (words: string, options?: Options): void =>
    waiting.tell((teller) => teller[name](words, options));

/** Says something for a moment. */
export const toast: Toast = Object.assign(kind("message"), {
  success: kind("success"),
  error: kind("error"),
  info: kind("info"),
  warning: kind("warning"),
  dismiss: (id: string): void => waiting.tell((teller) => teller.dismiss(id)),
});
