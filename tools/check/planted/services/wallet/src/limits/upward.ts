import { payer } from "../payments/withdrawals/payer.ts";
export const halt = payer;
