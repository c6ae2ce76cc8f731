import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { tickPrice } from "../../../lib/markets/tick-price.ts";
import type { Market } from "../../../lib/markets/market.ts";
import type { ChartPort } from "../port/chart-port.ts";
import { boundedPrice, canMove, type OwnLine } from "./own-line.ts";

/** A line that is being moved; `isHeld` while the pointer holds it. */
export type Moving = { readonly id: string; readonly price: string; readonly isHeld: boolean };

/** The pointer must go so far before a press becomes a drag. */
const dragStart = 3;
const coarseTicks = 10;

/** Moves a line by pointer or arrow keys. Nothing is sent before it is confirmed. */
export function useLineMove(port: ChartPort, market: Market, lines: readonly OwnLine[], layerTop: () => number) {
  const [moving, setMoving] = useState<Moving>();
  const line = lines.find(({ id }) => id === moving?.id);
  const at = (of: OwnLine, price: number): string =>
    tickPrice(market, of.move === undefined ? price : boundedPrice(of.move, price));

  /** Lets go of the line that the pointer holds. */
  const letGo = useRef<(() => void) | undefined>(undefined);
  const cancel = () => {
    letGo.current?.();
    setMoving(undefined);
  };
  const confirm = () => {
    if (line !== undefined && canMove(line) && moving !== undefined && moving.price !== line.price)
      line.onDragEnd(moving.price);
    cancel();
  };

  const press = (of: OwnLine) => (event: PointerEvent<HTMLElement>) => {
    if (!canMove(of) || event.button !== 0 || (event.target as Element).closest("[data-chip-button]") !== null) return;
    const element = event.currentTarget;
    const from = event.clientY;
    let isDragging = false;
    element.setPointerCapture(event.pointerId);
    const drag = ({ clientY }: globalThis.PointerEvent) => {
      isDragging ||= Math.abs(clientY - from) >= dragStart;
      const price = isDragging ? port.scale.priceAt(clientY - layerTop()) : undefined;
      if (price !== undefined) setMoving({ id: of.id, price: at(of, price), isHeld: true });
    };
    const end = () => {
      element.removeEventListener("pointermove", drag);
      element.removeEventListener("pointerup", release);
      element.removeEventListener("pointercancel", cancel);
      letGo.current = undefined;
    };
    const release = () => {
      end();
      setMoving((now) => (now === undefined ? now : { ...now, isHeld: false }));
      if (isDragging) element.querySelector<HTMLElement>("[data-chip-move]")?.focus();
    };
    letGo.current = end;
    element.addEventListener("pointermove", drag);
    element.addEventListener("pointerup", release);
    element.addEventListener("pointercancel", cancel);
  };

  const isMoving = moving !== undefined && line !== undefined;
  const answer = useRef({ confirm, cancel });
  useEffect(() => {
    answer.current = { confirm, cancel };
  });
  // The card names its keys, so they work wherever the focus is; a focused button keeps its Enter and a field both.
  useEffect(() => {
    if (!isMoving) return;
    const press = (event: globalThis.KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body;
      if (target.closest("input, textarea, select") !== null) return;
      if (event.key === "Escape") answer.current.cancel();
      else if (event.key === "Enter" && target.closest("button, a, [role=button]") === null) answer.current.confirm();
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener("keydown", press, true);
    return () => document.removeEventListener("keydown", press, true);
  }, [isMoving]);

  const key = (of: OwnLine) => (event: KeyboardEvent) => {
    const steps = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (steps !== undefined && canMove(of)) {
      event.preventDefault();
      const from = Number(moving?.id === of.id ? moving.price : of.price);
      const ticks = steps * (event.shiftKey ? coarseTicks : 1);
      setMoving({ id: of.id, price: at(of, from + ticks * Number(market.tickSize)), isHeld: false });
    }
    if (moving?.id !== of.id || (event.key !== "Enter" && event.key !== "Escape")) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter") confirm();
    else cancel();
  };
  return { moving: line === undefined ? undefined : moving, line, press, key, confirm, cancel };
}
