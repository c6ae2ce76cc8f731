import type { AssetEntry, NetworkId } from "@tidemark/contracts";
import { ChoiceRows, Skeleton, Tag } from "@tidemark/kit-ui";
import { type ReactNode, useState } from "react";
import { exactText } from "../../lib/format/number-text.ts";
import { FormRow } from "../../lib/forms/form-row.tsx";
import { useTexts } from "../../lib/i18n/texts.ts";
import { CoinChoice } from "../../lib/wallet/coin-choice.tsx";
import { LoadFailed } from "../../lib/wallet/load-failed.tsx";
import { MoneyPage } from "../../lib/wallet/money-page.tsx";
import { DepositAddress } from "./deposit-address.tsx";
import { DepositHistory } from "./deposit-history.tsx";
import { m } from "./deposit-messages.ts";
import { type DepositNetwork, isOnItsWay, useDepositNetworks, useDeposits } from "./deposit-queries.ts";
import { DepositsOnWay } from "./deposits-on-way.tsx";

export type DepositProps = {
  asset: AssetEntry;
  assets: readonly AssetEntry[];
  onAsset: (asset: string) => void;
  /** What a deposit brings beyond itself. */
  note?: ReactNode;
};

/** Coins come to the exchange: coin, network, address; beside them what is on its way, below it the history. */
export function Deposit({ asset, assets, onAsset, note }: DepositProps) {
  const t = useTexts();
  const { data: list, isError, refetch } = useDepositNetworks(asset.asset);
  const deposits = useDeposits();
  const { rows } = deposits;
  const [chosen, setChosen] = useState<NetworkId>();
  const network = list?.find((one) => one.network === chosen) ?? list?.[0];
  const decimalsOf = (code: string) => assets.find((entry) => entry.asset === code)?.displayDecimals ?? 8;
  return (
    <MoneyPage
      testId="deposit"
      title={t(m.title)}
      lead={t(m.lead)}
      notice={
        <>
          {isError && list === undefined && <LoadFailed text={t(m.failed)} onRetry={() => void refetch()} />}
          {note}
        </>
      }
      aside={
        <DepositsOnWay
          rows={rows?.filter(isOnItsWay)}
          isFailed={deposits.isFailed}
          isLive={deposits.isLive}
          onRetry={deposits.retry}
          network={network}
          decimalsOf={decimalsOf}
        />
      }
      below={
        <DepositHistory
          rows={rows}
          isFailed={deposits.isFailed}
          onRetry={deposits.retry}
          decimalsOf={decimalsOf}
          hasMore={deposits.hasMore}
          isLoadingMore={deposits.isLoadingMore}
          onMore={deposits.loadMore}
        />
      }
    >
      <FormRow title={t(m.coin)}>
        <CoinChoice assets={assets} selected={asset.asset} onSelect={onAsset} />
      </FormRow>
      <FormRow title={t(m.network)} hint={t(m.networkHint)}>
        {list === undefined ? (
          <Skeleton className="h-12! w-full">.</Skeleton>
        ) : (
          <Networks asset={asset.asset} list={list} selected={network} onSelect={setChosen} />
        )}
      </FormRow>
      {network !== undefined && <DepositAddress key={network.network} network={network} />}
    </MoneyPage>
  );
}

type NetworksProps = {
  asset: string;
  list: readonly DepositNetwork[];
  selected: DepositNetwork | undefined;
  onSelect: (network: NetworkId) => void;
};

/** A paused network stays choosable and says what becomes of coins that are sent all the same. */
function Networks({ asset, list, selected, onSelect }: NetworksProps) {
  const t = useTexts();
  if (list.length === 0)
    return (
      <p className="rounded-control px-3 py-3.5 text-13 text-muted ring-1 ring-line-strong ring-inset">
        {t(m.noNetwork, { asset })}
      </p>
    );
  return (
    <div className="grid gap-2">
      <ChoiceRows
        label={t(m.network)}
        selected={selected?.network}
        onSelect={onSelect}
        items={list.map(({ network, name, minDeposit, final, isOpen }) => ({
          id: network,
          title: <bdi>{name}</bdi>,
          ...(isOpen ? {} : { detail: <Tag tone="warn">{t(m.paused)}</Tag> }),
          figures: [
            { label: t(m.minimum), text: <span className="num">{exactText(minDeposit, 2)}</span> },
            { label: t(m.creditedAfter), text: final === null ? t(m.finality) : t(m.blocks, { count: final }) },
          ],
          testId: `network-${network}`,
        }))}
      />
      {list
        .filter(({ isOpen }) => !isOpen)
        .map(({ network, name }) => (
          <p key={network} className="text-12 text-muted">
            {t(m.pausedHint, { network: name })}
          </p>
        ))}
    </div>
  );
}
