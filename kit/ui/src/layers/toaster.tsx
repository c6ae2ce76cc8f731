import { type ComponentType, useSyncExternalStore } from "react";
import { plainToasts, plainToastsShown } from "./plain-toasts.ts";
import type { ToasterProps, ToastListProps } from "./toast-list.tsx";
import { toastQueue } from "./toast-queue.ts";

/** What both the list and the plain toasts can do. */
type ToastList = Pick<
  Parameters<ToastListProps["onReady"]>[0],
  "message" | "success" | "error" | "info" | "warning" | "dismiss"
>;

const waiting = toastQueue<ToastList, ComponentType<ToastListProps>>(
  async () => (await import("./toast-list.tsx")).ToastList,
  plainToasts as unknown as ToastList,
);

/** Loads the toast list. Called when the page is idle: the first toast may be about a lost network. */
export const prepareToasts = (): void => waiting.fetch();

/** Where toasts appear. Nothing of it is there before the first one, or before there was time. */
export function Toaster(props: ToasterProps) {
  const List = useSyncExternalStore(waiting.subscribe, waiting.list);
  return (
    <>
      {/* oxlint-disable-next-line react/static-components -- it is fetched once and stays the same */}
      {List !== undefined && <List {...props} onReady={waiting.ready} />}
      <PlainToasts label={props.label} />
    </>
  );
}

/** Toasts while the list cannot be loaded. */
function PlainToasts({ label }: { label: string }) {
  const toasts = useSyncExternalStore(plainToastsShown.subscribe, plainToastsShown.get);
  return (
    <section
      aria-label={label}
      aria-live="polite"
      hidden={toasts.length === 0}
      className="fixed inset-x-3 bottom-19 z-(--z-toast) grid gap-2 w768:end-auto w768:bottom-3 w768:w-89"
    >
      {toasts.map(({ id, text, description }) => (
        <div key={id} data-testid="plain-toast" className="rounded-panel bg-raised px-3.5 py-2.5 text-13 shadow-raised">
          <p className="leading-5 font-medium">{text}</p>
          {description !== "" && <p className="text-12 leading-4 text-muted">{description}</p>}
        </div>
      ))}
    </section>
  );
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
