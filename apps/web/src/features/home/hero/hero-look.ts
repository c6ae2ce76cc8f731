/** Class names of the title and lead. They are drawn twice, by the static first paint and by the bundle, and must not move in between. */
export const heroLook = {
  section:
    "wrap grid grid-cols-[minmax(0,1fr)] gap-10 pt-7 pb-10 w768:gap-12 w768:pt-12 w1024:grid-cols-2 w1024:gap-10 w1024:pt-22 w1024:pb-12 w1200:grid-cols-[minmax(0,1fr)_600px]",
  title:
    "max-w-[10em] text-40 leading-[1.04] font-[620] tracking-[-0.035em] text-balance w768:text-56 w1024:text-40 w1200:text-56",
  lead: "mt-5 max-w-[44ch] text-16 leading-[1.55] text-pretty text-muted",
} as const;
