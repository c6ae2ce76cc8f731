import { z } from "zod";
import { productNumber } from "../call-parts.ts";
import { idText, orderStatuses, pastOrderKinds, posSides, sides, symbolText } from "../values.ts";

const moment = z.number().int().nonnegative();

/** The rows of one market or of one product, and those from a moment on and before another (ms). */
const historyFilter = {
  symbol: symbolText.optional(),
  product: productNumber.optional(),
  from: moment.optional(),
  to: moment.optional(),
};

/** Of the position that opened or closed, or paid. */
export const positionFilter = { ...historyFilter, posSide: z.enum(posSides).optional() };

export const fillFilter = { ...positionFilter, side: z.enum(sides).optional(), orderId: idText.optional() };

/** `list` narrows it to what the product shows apart: orders, trigger orders, TP/SL. */
export const orderFilter = {
  ...fillFilter,
  kind: z.enum(pastOrderKinds).optional(),
  status: z.enum(orderStatuses).optional(),
  list: z.enum(["ORDERS", "TRIGGERS", "TPSL"]).optional(),
};
