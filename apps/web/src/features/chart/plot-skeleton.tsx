const bars = [38, 44, 41, 52, 60, 55, 63, 58, 49, 42, 47, 53, 61, 66, 59, 54, 48, 57, 64, 70, 67, 72, 65, 60];

export function PlotSkeleton() {
  return (
    <div aria-hidden className="absolute inset-0 flex animate-breathe items-end gap-1.5 ps-4 pe-21 pt-16 pb-11">
      {bars.map((height, index) => (
        <i
          // The bars have no names, and their order never changes.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          className="relative flex-1 rounded-[2px] bg-skeleton"
          style={{ blockSize: `${14 + (height % 19)}%`, insetBlockEnd: `${(height - 36) * 1.6}%` }}
        />
      ))}
    </div>
  );
}
