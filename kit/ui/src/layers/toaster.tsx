import { type ComponentType, useSyncExternalStore } from "react";
import type { ToasterProps, ToastListProps } from "./toast-list.tsx";
import { toastQueue } from "./toast-queue.ts";

type ToastList = Parameters<ToastListProps["onReady"]>[0];

const waiting = toastQueue<ToastList, ComponentType<ToastListProps>>(
  async () => (await import("./toast-list.tsx")).ToastList,
);

/** Loads the toast list. Called when the page is idle: the first toast may be about a lost network. */
export const prepareToasts = (): void => waiting.fetch();

/** Where toasts appear. Nothing of it is there before the first one, or before there was time. */
export function Toaster(props: ToasterProps) {
  const List = useSyncExternalStore(waiting.subscribe, waiting.list);
  // oxlint-disable-next-line react/static-components -- it is fetched once and stays the same
  return List === undefined ? null : <List {...props} onReady={waiting.ready} />;
}

type Options = NonNullable<Parameters<ToastList["error"]>[1]>;
export type Toast = {
  (texts: string, options?: Options): void;
  readonly success: (texts: string, options?: Options) => void;
  readonly error: (texts: string, options?: Options) => void;
  readonly info: (texts: string, options?: Options) => void;
  readonly warning: (texts: string, options?: Options) => void;
  readonly dismiss: (id: string) => void;
};

const kind =
  (name: "message" | "success" | "error" | "info" | "warning") =>
  (texts: string, options?: Options): void =>
    waiting.show((toasts) => toasts[name](texts, options));

/** Shows a short message. */
export const toast: Toast = Object.assign(kind("message"), {
  success: kind("success"),
  error: kind("error"),
  info: kind("info"),
  warning: kind("warning"),
  dismiss: (id: string): void => waiting.show((toasts) => toasts.dismiss(id)),
});
