/** a fill-or-kill order looks at no more resting orders than this. */
export const fokMakersMax = 1_000;
