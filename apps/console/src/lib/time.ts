/** Operators of all places read one clock. */
export const timeText = (at: number): string => new Date(at).toISOString().slice(11, 19);
export const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10);
export const isPast = (at: number): boolean => at <= Date.now();
