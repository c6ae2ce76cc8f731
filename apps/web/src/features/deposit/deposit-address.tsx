import { CopyButton, Note, Qr, Receipt, ReceiptLine, Skeleton } from "@tidemark/kit-ui";
import { exactText } from "../../lib/format/number-text.ts";
import { FormRow } from "../../lib/forms/form-row.tsx";
import { useTexts } from "../../lib/i18n/texts.ts";
import { AddressGroups, shortAddress } from "../../lib/wallet/address-groups.tsx";
import { LoadFailed } from "../../lib/wallet/load-failed.tsx";
import { m } from "./deposit-messages.ts";
import { FaucetButton, isGivenOn } from "./faucet-button.tsx";
import { type DepositNetwork, useDepositAddress } from "./deposit-queries.ts";

const qrPx = 168;

/** Where the coins are to be sent: the address with its code, the memo where one is needed, and what is lost otherwise. */
export function DepositAddress({ network }: { network: DepositNetwork }) {
  const t = useTexts();
  const { data, isError, refetch } = useDepositAddress(network.asset, network.network);
  const hasMemo = data !== undefined && data.memo !== "";
  return (
    <FormRow title={t(m.address)} hint={t(hasMemo ? m.memoHint : m.addressHint)}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {isError ? (
          <LoadFailed text={t(m.addressFailed)} onRetry={() => void refetch()} />
        ) : (
          <div className="flex items-start gap-5 max-w768:flex-col max-w768:items-center">
            <Qr value={data?.address} label={t(m.qr)} sizePx={qrPx} />
            <div className="grid min-w-0 flex-1 gap-3 max-w768:w-full">
              {data === undefined ? (
                <Skeleton>0x7b41c2A09eF35d8816aB20cC94e1F07D3b5E2a6f</Skeleton>
              ) : (
                <AddressGroups address={data.address} testId="deposit-address" />
              )}
              {data !== undefined && (
                <div className="flex flex-wrap gap-2">
                  <CopyButton text={data.address} label={t(m.copy)} doneLabel={t(m.copied)} hasText />
                  {isGivenOn(network.network) && <FaucetButton asset={network.asset} address={data.address} />}
                </div>
              )}
              <p className="text-12 leading-4.5 text-pretty text-muted">{t(m.compare)}</p>
            </div>
          </div>
        )}
        {hasMemo && (
          <>
            <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-brand-soft px-4 py-3 ring-[1.5px] ring-brand ring-inset">
              <span>
                <span className="block text-12 text-muted">{t(m.memo)}</span>
                <b className="num text-28 leading-tight font-semibold" data-testid="deposit-memo">
                  {data.memo}
                </b>
              </span>
              <CopyButton text={data.memo} label={t(m.memoCopy)} doneLabel={t(m.copied)} hasText />
            </div>
            <Note tone="warn">{t(m.memoWarning)}</Note>
          </>
        )}
        <Note tone="warn">{t(m.warning, { asset: network.asset, network: network.name })}</Note>
        <Receipt isPlain>
          <ReceiptLine label={t(m.minimum)} testId="deposit-minimum">
            <span className="num">{exactText(network.minDeposit, 2)}</span>{" "}
            <span className="font-normal text-muted">{network.asset}</span>
          </ReceiptLine>
          <ReceiptLine label={t(m.smaller)}>{t(m.smallerText)}</ReceiptLine>
          {network.tokenContract !== null && (
            <ReceiptLine label={t(m.contract)}>
              <bdi dir="ltr" className="tabular-nums" title={network.tokenContract}>
                {shortAddress(network.tokenContract)}
              </bdi>
            </ReceiptLine>
          )}
          {!network.hasMemo && <ReceiptLine label={t(m.memoLine)}>{t(m.memoNone)}</ReceiptLine>}
        </Receipt>
      </div>
    </FormRow>
  );
}
