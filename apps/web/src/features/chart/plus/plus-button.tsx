import { copyText, ItemRow, toast } from "@tidemark/kit-ui";
import { group } from "@tidemark/money";
import { Copy, Minus, Plus } from "lucide-react";
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useTexts } from "../../../lib/i18n/texts.ts";
import type { Market } from "../../../lib/markets/market.ts";
import { tickPrice } from "../../../lib/markets/tick-price.ts";
import { changeText } from "../change-text.ts";
import { percentOf } from "../candles.ts";
import { newDrawing } from "../drawings/drawing.ts";
import { drawingsOf } from "../drawings/drawing-store.ts";
import type { ChartPort } from "../port/chart-port.ts";
import { useKeys } from "../use-keys.ts";
import { m } from "./plus-messages.ts";

export type PricePointer = { readonly y: number; readonly price: number };
/** Reports the pointer over the prices, until it is ended. */
export type PointerSource = (onPointer: (at: PricePointer | undefined) => void) => () => void;
/** Something that can be done at a price, given from outside. */
export type PriceAction = {
  readonly id: string;
  readonly label: string;
  readonly icon: ReactNode;
  /** At the end of the row: a size, a PNL. */
  readonly side?: string;
  readonly onAction: () => void;
};

type PlusButtonProps = {
  port: ChartPort;
  market: Market;
  /** The pointer: it moves too often to render the whole plot. */
  source: PointerSource;
  actionsAt: (price: string) => readonly PriceAction[];
};

/** The pointer leaves the plot when it comes to the button, so the button stays for a moment. */
const lingerMs = 250;

function usePointer(
  source: PointerSource,
  button: RefObject<HTMLButtonElement | null>,
  onMove: () => void,
): PricePointer | undefined {
  const [pointer, setPointer] = useState<PricePointer>();
  useEffect(() => {
    let leaving: ReturnType<typeof setTimeout> | undefined;
    const leave = () => {
      leaving = setTimeout(
        () => (button.current?.matches(":hover") === true ? leave() : setPointer(undefined)),
        lingerMs,
      );
    };
    const end = source((at) => {
      clearTimeout(leaving);
      if (at === undefined) return leave();
      setPointer(at);
      onMove();
    });
    return () => {
      clearTimeout(leaving);
      end();
    };
  }, [source, button, onMove]);
  return pointer;
}

/** At the price axis beside the pointer, or where the arrow keys moved it: opens what can be done at that price. */
export function PlusButton({ port, market, source, actionsAt }: PlusButtonProps) {
  const t = useTexts();
  const button = useRef<HTMLButtonElement>(null);
  /** By the keyboard, until the pointer moves on. */
  const [chosen, setChosen] = useState<string>();
  const followPointer = useCallback(() => setChosen(undefined), []);
  const pointer = usePointer(source, button, followPointer);
  const [openAt, setOpenAt] = useState<string>();
  const price = openAt ?? chosen ?? (pointer === undefined ? undefined : tickPrice(market, pointer.price));
  const last = port.candles().at(-1)?.close;

  useEffect(() => {
    const y = price === undefined ? undefined : port.scale.yOf(Number(price));
    if (button.current === null || y === undefined) return;
    button.current.style.transform = `translate(${port.scale.size().width - 22}px, ${Math.round(y) - 10}px)`;
  });
  const key = (event: KeyboardEvent) => {
    const steps = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (steps === undefined || openAt !== undefined) return;
    event.preventDefault();
    const from = price === undefined ? (last ?? 0) : Number(price);
    setChosen(tickPrice(market, from + steps * (event.shiftKey ? 10 : 1) * Number(market.tickSize)));
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        data-testid="chart-plus"
        aria-label={price === undefined ? t(m.plus) : t(m.plusAt, { price: group(price) })}
        aria-expanded={openAt !== undefined}
        onKeyDown={key}
        onFocus={(event) => {
          // A press focuses the button too, and must not hold its price.
          if (event.currentTarget.matches(":focus-visible"))
            setChosen(price ?? (last === undefined ? undefined : tickPrice(market, last)));
        }}
        onBlur={() => setChosen(undefined)}
        onClick={() => setOpenAt(price)}
        // Without a pointer over the prices only the keyboard reaches it.
        className={`absolute start-0 top-0 z-3 grid size-5 place-items-center rounded-tag bg-brand-solid text-on-brand max-w768:hidden ${price === undefined ? "opacity-0 focus-visible:opacity-100" : ""}`}
      >
        <Plus size={14} />
      </button>
      {openAt !== undefined && (
        <PlusMenu
          port={port}
          price={openAt}
          last={last}
          actions={[
            ...actionsAt(openAt),
            {
              id: "horizontal",
              label: t(m.horizontal),
              icon: <Minus size={14} />,
              onAction: () => addLevel(market.symbol, port, openAt),
            },
            {
              id: "copy",
              label: t(m.copy),
              icon: <Copy size={14} />,
              onAction: () => void copyText(openAt).then((isCopied) => isCopied && toast.success(t(m.copied))),
            },
          ]}
          onClose={() => {
            setOpenAt(undefined);
            button.current?.focus({ preventScroll: true });
          }}
        />
      )}
    </>
  );
}

function addLevel(symbol: string, port: ChartPort, price: string): void {
  const store = drawingsOf(symbol);
  const point = { time: port.candles().at(-1)?.time ?? 0, price: Number(price) };
  store.commit([...store.read().present, newDrawing("horizontal", crypto.randomUUID(), [point])]);
}

type PlusMenuProps = {
  port: ChartPort;
  price: string;
  last: number | undefined;
  actions: readonly PriceAction[];
  onClose: () => void;
};

function PlusMenu({ port, price, last, actions, onClose }: PlusMenuProps) {
  const t = useTexts();
  const menu = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = menu.current;
    if (element === null) return;
    const { width, height } = port.scale.size();
    const y = port.scale.yOf(Number(price)) ?? 0;
    const top = y + 14 + element.offsetHeight <= height ? y + 14 : y - 14 - element.offsetHeight;
    element.style.top = `${Math.max(4, top)}px`;
    element.style.left = `${Math.max(4, width - element.offsetWidth - 4)}px`;
    element.querySelector<HTMLElement>("button")?.focus({ preventScroll: true });
    const outside = (event: PointerEvent) => {
      if (!element.contains(event.target as Node)) onClose();
    };
    document.addEventListener("pointerdown", outside, true);
    return () => document.removeEventListener("pointerdown", outside, true);
    // oxlint-disable-next-line react/exhaustive-deps -- placed once, where it was opened
  }, []);
  useKeys(menu, (event) => {
    const rows = [...(menu.current?.querySelectorAll<HTMLElement>("button") ?? [])];
    const at = rows.indexOf(document.activeElement as HTMLElement);
    if (event.key === "ArrowDown") rows[(at + 1) % rows.length]?.focus();
    else if (event.key === "ArrowUp") rows.at(at - 1)?.focus();
    else if (event.key === "Escape") onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  const distance = last === undefined ? "" : changeText(percentOf(last, Number(price)));
  return (
    <section
      ref={menu}
      aria-label={t(m.plusAt, { price: group(price) })}
      data-testid="chart-plus-menu"
      data-hotkeys-off
      className="layer absolute z-4 w-67 max-w-full rounded-panel py-1.5 text-12 shadow-raised"
    >
      <p className="num px-4 py-1.5 text-11 text-muted">
        {group(price)} · {distance}
      </p>
      {actions.map(({ id, label, icon, side, onAction }) => (
        <ItemRow
          key={id}
          icon={icon}
          {...(side === undefined ? {} : { side: <span className="num">{side}</span> })}
          testId={`plus-${id}`}
          onPress={() => {
            onAction();
            onClose();
          }}
        >
          {label}
        </ItemRow>
      ))}
    </section>
  );
}
