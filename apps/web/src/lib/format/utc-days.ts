export const dayMs = 86_400_000;

/** 00:00 of a day that is counted from 1970 on. */
export const dayStart = (day: number): number => day * dayMs;
