import { ChoiceRows, Tag } from "@tidemark/kit-ui";
import { Link } from "@tanstack/react-router";
import { Check } from "lucide-react";
import { useId } from "react";
import { dateText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { shortAddress } from "../../lib/wallet/address-groups.tsx";
import { type BookAddress, bookOrder, isUsable } from "./withdrawal-form.ts";
import { m } from "./withdrawal-messages.ts";

function AddressState({ address, now }: { address: BookAddress; now: number }) {
  const t = useTexts();
  const { usableFrom, isAllowListed } = address;
  if (usableFrom === null) return <Tag>{t(m.notListed)}</Tag>;
  if (usableFrom > now)
    return (
      <>
        <Tag tone="info">{t(m.waits)}</Tag>
        <span className="text-12 text-muted">{t(m.usableFrom, { date: dateText(usableFrom).slice(0, 16) })}</span>
      </>
    );
  return isAllowListed ? (
    <Tag tone="brand" icon={<Check aria-hidden />}>
      {t(m.listed)}
    </Tag>
  ) : null;
}

type AddressChoiceProps = {
  /** Those on the chosen network. */
  list: readonly BookAddress[];
  networkName: string;
  now: number;
  selected: string | undefined;
  onSelect: (id: string) => void;
  isDisabled: boolean;
  problem: string | undefined;
};

/** The address book itself: what waits is shown with its time and cannot be chosen. */
export function AddressChoice(props: AddressChoiceProps) {
  const { list, networkName, now, selected, onSelect, isDisabled, problem } = props;
  const t = useTexts();
  const problemId = useId();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2" data-problem={problem !== undefined}>
      {list.length === 0 ? (
        <p className="rounded-control px-3 py-3.5 text-13 text-muted ring-1 ring-line-strong ring-inset">
          {t(m.noAddress, { network: networkName })}
        </p>
      ) : (
        <ChoiceRows
          label={t(m.address)}
          selected={selected}
          onSelect={onSelect}
          isDisabled={isDisabled}
          isWrong={problem !== undefined}
          describedBy={problem === undefined ? undefined : problemId}
          items={bookOrder(list).map((address) => ({
            id: address.id,
            title: <bdi>{address.label}</bdi>,
            detail: (
              <bdi dir="ltr" className="tabular-nums" title={address.address}>
                {shortAddress(address.address)}
                {address.memo !== "" && ` · ${t(m.memo, { memo: address.memo })}`}
              </bdi>
            ),
            side: <AddressState address={address} now={now} />,
            isDisabled: !isUsable(address, now),
            testId: "withdrawal-address",
          }))}
        />
      )}
      {problem !== undefined && (
        <p id={problemId} role="alert" className="text-12 text-warn">
          {problem}
        </p>
      )}
      <p className="text-12 text-muted">
        {t(m.addHint)}{" "}
        <Link to="/personal/security" hash="withdrawal-addresses" className="font-medium text-brand hover:underline">
          {t(m.addAddress)}
        </Link>
      </p>
    </div>
  );
}
