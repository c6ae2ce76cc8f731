import { defineTopic } from "../define.ts";
import { z } from "zod";
import { apiKeyRow } from "./api-key-calls.ts";

/** A user's API keys: the list on one device shows what another device has changed. */
export const apiKeysTopic = defineTopic({
  name: "security.apiKeys",
  owner: "platform",
  per: "user",
  snapshot: "security.apiKeyList",
  row: apiKeyRow.partial().extend({ key: apiKeyRow.shape.key, isRemoved: z.boolean().optional() }),
  rowKey: (row) => String(row.key),
  gone: (row) => row.isRemoved === true,
});
