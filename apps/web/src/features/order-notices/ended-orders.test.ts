import { expect, test } from "vitest";
import { announceApart, announceTogether } from "../../lib/order-table/bulk-cancel.ts";
import { noticesOf } from "./ended-orders.ts";

const ended = (orderId: string, status: "FILLED" | "CANCELED" | "EXPIRED") => ({ orderId, status });

test("each order that ends alone has its own notice", () => {
  const gone = [ended("1", "FILLED"), ended("2", "CANCELED")];
  expect(noticesOf(gone)).toEqual({ apart: gone, together: 0 });
});

test("orders that are cancelled at once share one notice, and a fill among them keeps its own", () => {
  const gone = [ended("1", "CANCELED"), ended("2", "FILLED"), ended("3", "CANCELED")];
  expect(noticesOf(gone)).toEqual({ apart: [gone[1]], together: 2 });
});

test("orders of a cancel-all of this page are left out: their number is shown by the button that was pressed", () => {
  announceTogether(["1", "2"]);
  expect(noticesOf([ended("1", "CANCELED"), ended("2", "CANCELED")])).toEqual({ apart: [], together: 0 });
});

test("after a refused cancel-all its orders have notices again", () => {
  announceTogether(["1"]);
  announceApart(["1"]);
  expect(noticesOf([ended("1", "CANCELED")]).apart).toHaveLength(1);
});
