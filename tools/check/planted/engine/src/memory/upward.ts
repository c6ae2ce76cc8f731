import { order } from "../records/order.ts";
export const size = order;
