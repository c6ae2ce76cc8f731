import { networks } from "@tidemark/contracts";
import { Button, Menu, PageTable, Skeleton, Switch, Tag } from "@tidemark/kit-ui";
import type { AnswerOf } from "@tidemark/kit-client";
import { useQuery } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { answerOf } from "../../lib/client/answer.ts";
import { dateText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { securityKey } from "../../session/security-settings.ts";
import { useChange } from "../../session/use-change.ts";
import { m } from "./addresses-messages.ts";

const AddAddress = lazy(async () => ({ default: (await import("./add-address.tsx")).AddAddress }));

type Address = AnswerOf<"withdrawalAddressList">["list"][number];

const minuteText = (at: number): string => dateText(at).slice(0, 16);
const shortAddress = (text: string): string => (text.length > 20 ? `${text.slice(0, 10)}…${text.slice(-8)}` : text);

/** Whether something may be withdrawn to it, and if not yet, from when on. */
function State({ address, now }: { address: Address; now: number }) {
  const t = useTexts();
  const { usableFrom, isAllowListed } = address;
  return (
    <span className="flex flex-wrap gap-1">
      {usableFrom === null ? (
        <Tag>{t(m.notListed)}</Tag>
      ) : usableFrom > now ? (
        <Tag tone="info">{t(m.usableFrom, { date: minuteText(usableFrom) })}</Tag>
      ) : (
        <Tag tone="brand">{t(m.usable)}</Tag>
      )}
      {isAllowListed && <Tag>{t(m.listed)}</Tag>}
    </span>
  );
}

function AddressTable({ list }: { list: readonly Address[] }) {
  const t = useTexts();
  const [now] = useState(() => Date.now());
  const allow = useChange("allowWithdrawalAddress", { doneText: t(m.saved) });
  const remove = useChange("removeWithdrawalAddress", { doneText: t(m.saved) });
  const cellOf = (address: Address, column: string) => {
    const { id, label, isAllowListed } = address;
    if (column === "name") return <bdi className="font-medium">{label}</bdi>;
    if (column === "network") return <span className="text-muted">{networks[address.network].name}</span>;
    if (column === "address")
      return (
        <span className="num text-12 text-muted" title={address.address}>
          {shortAddress(address.address)}
          {address.memo !== "" && ` · ${address.memo}`}
        </span>
      );
    if (column === "state") return <State address={address} now={now} />;
    return (
      <Menu
        label={t(m.more, { name: label })}
        face={<Ellipsis aria-hidden size={16} />}
        faceClassName="-me-2 inline-grid size-8 place-items-center rounded-control text-muted hover:bg-hover hover:text-ink"
        entries={[
          {
            id: "allow",
            label: t(isAllowListed ? m.disallow : m.allow),
            onAction: () => void allow.submit({ id, isAllowListed: !isAllowListed }),
          },
          { id: "remove", label: t(m.remove), onAction: () => void remove.submit({ id }) },
        ]}
      />
    );
  };
  return (
    <PageTable
      label={t(m.title)}
      rows={list}
      keyOf={({ id }) => id}
      cellOf={cellOf}
      rowTestId="address-row"
      columns={[
        { id: "name", label: t(m.name) },
        { id: "network", label: t(m.network), className: "max-w768:hidden" },
        { id: "address", label: t(m.address), className: "max-w768:hidden" },
        { id: "state", label: t(m.state) },
        { id: "more", label: t(m.actions), align: "end", isLabelHidden: true, className: "w-8" },
      ]}
    />
  );
}

/** Where the account's coins may go. */
export function WithdrawalAddresses() {
  const t = useTexts();
  const [isAdding, setIsAdding] = useState(false);
  const { data } = useQuery({
    queryKey: [...securityKey, "withdrawal-addresses"],
    queryFn: ({ signal }) => answerOf("withdrawalAddressList", {}, signal),
  });
  const only = useChange("setOnlyAllowListed", { doneText: t(m.saved) });
  return (
    <section id="withdrawal-addresses" className="grid scroll-mt-20 grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex min-h-8 items-center justify-between gap-4">
        <h2 className="text-16 font-semibold tracking-[-0.01em]">{t(m.title)}</h2>
        {/* The dialog begins with the first network that is offered, so they must be known. */}
        <Button
          look="quiet"
          size="sm"
          isDisabled={data === undefined}
          onPress={() => setIsAdding(true)}
          data-testid="address-add-open"
        >
          {t(m.add)}
        </Button>
      </div>
      {data === undefined ? (
        <p className="text-13">
          <Skeleton>{t(m.only)}</Skeleton>
        </p>
      ) : (
        <>
          <Switch
            isOn={data.onlyAllowListed}
            isDisabled={only.isPending}
            onChange={(isOn) => void only.submit({ isOn })}
            testId="only-allowed"
            className="text-14"
          >
            <span>
              {t(m.only)}
              {data.openFrom !== null && (
                <span className="ms-2 text-12 text-muted">{t(m.onlyUntil, { date: minuteText(data.openFrom) })}</span>
              )}
            </span>
          </Switch>
          {data.list.length === 0 ? (
            <p className="border-t border-line pt-4 text-13 text-muted">
              {t(m.empty)} {t(m.hint)}
            </p>
          ) : (
            <AddressTable list={data.list} />
          )}
        </>
      )}
      {isAdding && data !== undefined && (
        <Suspense>
          <AddAddress offered={data.networks} onClose={() => setIsAdding(false)} />
        </Suspense>
      )}
    </section>
  );
}
