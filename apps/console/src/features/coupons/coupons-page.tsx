import { type CouponCase, type CouponStatus, couponStatuses } from "@tidemark/contracts";
import { Button, Checkbox, classNames, EmptyState, Select, Tag, TextField } from "@tidemark/kit-ui";
import { Ticket } from "lucide-react";
import { type ReactNode, useState } from "react";
import { amountText } from "../../lib/amount.ts";
import { statuses } from "../../lib/coupon-names.ts";
import { useRowKeys } from "../../lib/keys.ts";
import { useTexts } from "../../lib/texts.ts";
import { dayText } from "../../lib/time.ts";
import { useSession } from "../../session/session.ts";
import { useWatch } from "../../session/watch.ts";
import { m } from "./coupon-messages.ts";
import { CouponView, statusTones } from "./coupon-view.tsx";
import { GiveDialog } from "./give-dialog.tsx";

const readEveryMs = 5_000;
const pageSize = 50;

type Wanted = {
  readonly uid?: number;
  readonly campaignId?: number;
  readonly status?: CouponStatus;
  readonly hasReceivable?: boolean;
};
const numberOf = (text: string): number | undefined => (/^[1-9]\d{0,14}$/.test(text.trim()) ? Number(text) : undefined);

function Search({ onFind, children }: { onFind: (wanted: Wanted) => void; children: ReactNode }) {
  const t = useTexts();
  const [uid, setUid] = useState("");
  const [campaign, setCampaign] = useState("");
  const [status, setStatus] = useState<CouponStatus | "any">("any");
  const [isOwed, setOwed] = useState(false);
  function find(): void {
    const [ofUser, ofCampaign] = [numberOf(uid), numberOf(campaign)];
    onFind({
      ...(ofUser === undefined ? {} : { uid: ofUser }),
      ...(ofCampaign === undefined ? {} : { campaignId: ofCampaign }),
      ...(status === "any" ? {} : { status }),
      ...(isOwed ? { hasReceivable: true } : {}),
    });
  }
  return (
    <form
      className="flex flex-wrap items-end gap-3 border-b border-line px-5 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        find();
      }}
    >
      <TextField label={t(m.uid)} value={uid} onChange={setUid} maxLength={15} testId="coupon-uid" className="w-32" />
      <TextField
        label={t(m.campaign)}
        value={campaign}
        onChange={setCampaign}
        maxLength={15}
        testId="coupon-campaign"
        className="w-32"
      />
      <Select
        size="form"
        label={t(m.status)}
        items={[
          { id: "any" as const, label: t(m.any) },
          ...couponStatuses.map((id) => ({ id, label: t(statuses[id]) })),
        ]}
        selected={status}
        onSelect={setStatus}
        className="w-36"
        testId="coupon-status"
      />
      <span className="pb-2">
        <Checkbox checked={isOwed} onChange={setOwed} testId="coupon-receivable">
          {t(m.onlyReceivable)}
        </Checkbox>
      </span>
      <Button type="submit" look="ghost" data-testid="coupon-find">
        {t(m.find)}
      </Button>
      <span className="flex-1" />
      {children}
    </form>
  );
}

type ListProps = { list: readonly CouponCase[]; selected: number | undefined; onSelect: (id: number) => void };

function List({ list, selected, onSelect }: ListProps) {
  const t = useTexts();
  return (
    <ul aria-label={t(m.label)}>
      {list.map(({ id, uid, name, status, face, asset, startAt, receivable }) => (
        <li key={id}>
          <button
            type="button"
            data-testid="coupon-row"
            data-status={status}
            aria-current={id === selected}
            className={classNames(
              "grid w-full cursor-pointer grid-cols-[minmax(0,1fr)_auto] gap-1 border-b border-line px-5 py-2 text-start hover:bg-hover",
              id === selected && "bg-hover shadow-[inset_2px_0_0_var(--brand)]",
            )}
            onClick={() => onSelect(id)}
          >
            <b className="truncate font-semibold">{name}</b>
            <span className="flex gap-1 justify-self-end">
              {Number(receivable) > 0 && (
                <Tag tone="warn">{`${t(m.receivable)} ${amountText(receivable)} ${asset}`}</Tag>
              )}
              <Tag tone={statusTones[status]}>{t(statuses[status])}</Tag>
            </span>
            <span className="num truncate text-12 text-muted">{`${t(m.uid)} ${uid} · ${amountText(face)} ${asset}`}</span>
            <span className="num text-end text-12 text-muted">{dayText(startAt)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Coupons of all users, found by user, campaign and status; one of them with everything that happened to it. */
export function CouponsPage() {
  const t = useTexts();
  const session = useSession().data;
  const [wanted, setWanted] = useState<Wanted>({});
  const [before, setBefore] = useState<number>();
  const [selected, select] = useState<number>();
  const [isGiving, setGiving] = useState(false);
  const ask = { ...wanted, pageSize, ...(before === undefined ? {} : { before }) };
  const { data, isPending, problem, readAgain, onProblem } = useWatch("findCoupons", ask, readEveryMs);
  const list = data?.list ?? [];
  const changed = (): void => void readAgain();
  useRowKeys(
    list.map(({ id }) => id),
    selected,
    select,
  );
  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)]">
      <Search
        onFind={(next) => {
          setWanted(next);
          setBefore(undefined);
          select(undefined);
        }}
      >
        {session?.roles.includes("markets") === true && (
          <Button look="primary" onPress={() => setGiving(true)} data-testid="coupon-give">
            {t(m.give)}
          </Button>
        )}
      </Search>
      <div className="grid min-h-0 grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)] w1400:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)]">
        <div className="min-h-0 overflow-auto border-e border-line">
          {!isPending && list.length === 0 && (
            <EmptyState icon={<Ticket size={24} />} title={problem ?? t(m.none)} hint={t(m.noneHint)} />
          )}
          <List list={list} selected={selected} onSelect={select} />
          {data?.next !== undefined && (
            <Button look="quiet" size="sm" className="m-3" onPress={() => setBefore(data.next)} data-testid="more">
              {t(m.more)}
            </Button>
          )}
        </div>
        <div className="min-h-0 overflow-auto">
          {selected === undefined ? (
            <EmptyState icon={<Ticket size={24} />} title={t(m.select)} hint={t(m.selectHint)} />
          ) : (
            <CouponView key={selected} id={selected} onChanged={changed} />
          )}
        </div>
      </div>
      {isGiving && (
        <GiveDialog
          onProblem={onProblem}
          onGiven={(id) => {
            changed();
            select(id);
          }}
          onClose={() => setGiving(false)}
        />
      )}
    </div>
  );
}
