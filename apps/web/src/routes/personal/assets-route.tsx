import { productIds } from "@tidemark/contracts";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { AssetAccounts, type TransferWish } from "../../features/asset-accounts/asset-accounts.tsx";
import { placeOf } from "../../features/asset-accounts/account-places.ts";
import { PnlMonth } from "../../features/pnl/pnl-month.tsx";
import { TransferDialog } from "../../features/transfer/transfer-dialog.tsx";
import { useMarkets } from "../../lib/markets/instruments.ts";
import { NotFound } from "../../shell/pages/not-found.tsx";
import { PageLoading } from "../markets/page-loading.tsx";

/** The user's accounts: all of them, or the one that the path names. */
export function AssetsRoute() {
  const { account } = useParams({ strict: false });
  const { data } = useMarkets();
  const [transfer, setTransfer] = useState<TransferWish>();
  if (account !== undefined && placeOf(account) === undefined) return <NotFound />;
  if (data === undefined) return <PageLoading />;
  const settle = data.LINEAR[0]?.settleAsset;
  return (
    <>
      <AssetAccounts
        account={placeOf(account)}
        assets={data.assets}
        contracts={[...data.LINEAR, ...data.INVERSE]}
        onTransfer={setTransfer}
        {...(account === undefined && settle !== undefined ? { aside: <PnlMonth settle={settle} /> } : {})}
      />
      {transfer !== undefined && (
        <TransferDialog
          assets={data.assets}
          pairs={data.MARGIN}
          start={{
            asset: transfer.asset,
            from: transfer.product,
            to: transfer.product === productIds.wallet ? productIds.spot : productIds.wallet,
            pair: transfer.pair === "" ? undefined : transfer.pair,
            turns: true,
          }}
          onClose={() => setTransfer(undefined)}
        />
      )}
    </>
  );
}
