import type { OrderType, Tif } from "@tidemark/contracts";
import type { TriggerSource } from "../../../lib/exits/exit-entry.ts";

/** The price that an order waits for, and which price that is. */
export type TriggerEntry = { readonly price: string; readonly by: TriggerSource };

/** The fields that the order forms of all products have. */
export type OrderFields = {
  readonly type: OrderType;
  readonly price: string;
  readonly tif: Tif;
  readonly postOnly: boolean;
  /** Of a trigger order: it waits for this before it is sent. */
  readonly trigger: TriggerEntry | undefined;
};

export const emptyFields: OrderFields = { type: "LIMIT", price: "", tif: "GTC", postOnly: false, trigger: undefined };

export type FieldsStep =
  | {
      readonly type: "order_type";
      readonly orderType: OrderType;
      /** Of a trigger order: the price it waits for at first. */ readonly triggerBy?: TriggerSource;
    }
  | { readonly type: "trigger"; readonly trigger: TriggerEntry }
  | { readonly type: "price"; readonly text: string }
  | { readonly type: "tif"; readonly tif: Tif }
  | { readonly type: "post_only"; readonly postOnly: boolean }
  /** A price was taken from the book or the chart. */
  | { readonly type: "price_picked"; readonly price: string };

export function nextFields<F extends OrderFields>(form: F, step: FieldsStep): F {
  switch (step.type) {
    case "order_type":
      return {
        ...form,
        type: step.orderType,
        trigger: step.triggerBy === undefined ? undefined : (form.trigger ?? { price: "", by: step.triggerBy }),
      };
    case "trigger":
      return { ...form, trigger: step.trigger };
    case "price":
      return { ...form, price: step.text };
    case "tif":
      return { ...form, tif: step.tif, postOnly: step.tif === "GTC" && form.postOnly };
    case "post_only":
      return { ...form, postOnly: step.postOnly, tif: step.postOnly ? "GTC" : form.tif };
    case "price_picked":
      return { ...form, type: "LIMIT", price: step.price };
  }
}

export const percentIn = (percent: number): number => Math.min(100, Math.max(0, Math.trunc(percent)));
