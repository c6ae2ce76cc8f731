import { TransferDialog } from "../features/transfer/transfer-dialog.tsx";
import { useMarkets } from "../lib/markets/instruments.ts";
import { useUser } from "../session/user.ts";
import type { TransferPreset } from "../shell/slots.tsx";

/** The page is loaded again when the user has read that the transfer was made. */
const reloadAfterMs = 1_000;

/** The transfer that the shell opens, above whatever page is shown. */
export function TransferLayer({ preset, onClose }: { preset: TransferPreset; onClose: () => void }) {
  const { data } = useMarkets();
  const user = useUser();
  if (data === undefined || user === undefined || user === null) return null;
  return (
    <TransferDialog
      assets={data.assets}
      pairs={data.MARGIN}
      start={{ asset: preset.asset, from: preset.fromProduct, to: preset.toProduct }}
      onClose={onClose}
      {...(preset.reloadsAfter ? { onDone: () => void setTimeout(() => location.reload(), reloadAfterMs) } : {})}
    />
  );
}
