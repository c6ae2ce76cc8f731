/** Orders of a "cancel all" that is under way. Their number is shown in one notice, so that each of them needs none of its own. */
const announced = new Set<string>();

export function announceTogether(orderIds: readonly string[]): void {
  for (const id of orderIds) announced.add(id);
}

/** The orders stay open after all: their later ends are shown one by one again. */
export function announceApart(orderIds: readonly string[]): void {
  for (const id of orderIds) announced.delete(id);
}

/** Whether the end of this order is part of a common notice; asked once per order. */
export const isAnnouncedTogether = (orderId: string): boolean => announced.delete(orderId);
