import { Skeleton } from "@tidemark/kit-ui";

/** As high as the heading and the rows to come. */
export function LoadingRows() {
  return (
    <div aria-hidden className="text-12">
      <div className="h-7" />
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex h-11.5 items-center justify-between border-t border-line px-3">
          <Skeleton>BTC/USDT</Skeleton>
          <Skeleton>0.00000 / 0.15000</Skeleton>
          <Skeleton>104,280.0</Skeleton>
          <Skeleton>Cancel</Skeleton>
        </div>
      ))}
    </div>
  );
}
