import type { HeldSum, PublishedFunds, PublishedReserve, ReserveCheck } from "@tidemark/contracts";
import { Button, Note, PageTable, Tag, type TagTone } from "@tidemark/kit-ui";
import { group } from "@tidemark/money";
import { Check, CircleAlert, Download } from "lucide-react";
import { exactUnits } from "../../../lib/format/number-text.ts";
import { saveFile } from "../../../lib/format/save-file.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { CoinMark } from "../../../lib/markets/coin-mark.tsx";
import { CopiedHash } from "../hash-text.tsx";
import { type CheckedReserves, coveredText } from "./checked-reserves.ts";
import { m } from "./reserves-messages.ts";

const tags = {
  signed: { tone: "brand", text: m.signed, icon: <Check aria-hidden /> },
  unsigned: { tone: "neutral", text: m.unsigned, icon: undefined },
  wrong: { tone: "warn", text: m.signatureWrong, icon: <CircleAlert aria-hidden /> },
} as const satisfies Record<ReserveCheck["state"], { tone: TagTone; text: unknown; icon: unknown }>;

type ReservesProps = {
  publication: PublishedFunds;
  reserves: CheckedReserves;
  decimalsOf: (asset: string) => number;
};

/** What stands on chains, by who signed for it, beside what is owed. */
export function Reserves({ publication, reserves, decimalsOf }: ReservesProps) {
  const t = useTexts();
  const { file, state, sums } = reserves;
  if (file.reserves.length === 0) return <Note>{t(m.none)}</Note>;
  const save = () =>
    saveFile(`${JSON.stringify(file, undefined, 2)}\n`, `reserves-${file.stateSeq}.json`, "application/json");
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4" data-testid="reserves" data-state={state}>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 className="text-16 font-semibold">{t(m.title)}</h2>
          <p className="mt-0.5 max-w-[80ch] text-13 text-pretty text-muted">{t(m.hint)}</p>
        </div>
        <Button look="quiet" onPress={save} data-testid="reserves-save">
          <Download aria-hidden size={16} />
          {t(m.save)}
        </Button>
      </div>
      {state === "none" && <Note>{t(m.none)}</Note>}
      {state === "wrong" && <Note tone="warn">{t(m.wrong)}</Note>}
      <HeldTable sums={sums} publication={publication} decimalsOf={decimalsOf} />
      <AddressTable reserves={reserves} />
    </section>
  );
}

type HeldTableProps = Pick<ReservesProps, "publication" | "decimalsOf"> & { sums: readonly HeldSum[] };

function HeldTable({ sums, publication, decimalsOf }: HeldTableProps) {
  const t = useTexts();
  const cellOf = (one: HeldSum, column: string) => {
    const scale = publication.assets.find(({ asset }) => asset === one.asset)!.scale;
    const amount = (units: bigint) => <span className="num">{exactUnits(units, decimalsOf(one.asset), scale)}</span>;
    switch (column) {
      case "coin":
        return (
          <span className="flex items-center gap-2.5">
            <CoinMark coin={one.asset} />
            <b className="font-semibold">{one.asset}</b>
          </span>
        );
      case "owed":
        return amount(one.owed);
      case "signed":
        return <span data-testid={`signed-${one.asset}`}>{amount(one.signed)}</span>;
      case "others":
        return amount(one.unsigned);
      default:
        return <b className="num font-semibold">{coveredText(one) ?? "–"}</b>;
    }
  };
  return (
    <PageTable
      label={t(m.title)}
      rows={sums}
      keyOf={({ asset }) => asset}
      cellOf={cellOf}
      rowTestId="reserve-coin"
      columns={[
        { id: "coin", label: t(m.coin), className: "max-w768:pe-2" },
        { id: "owed", label: t(m.owed), align: "end", className: "max-w768:hidden" },
        { id: "signed", label: t(m.onSigned), align: "end" },
        { id: "others", label: t(m.onOthers), align: "end", className: "max-w980:hidden" },
        { id: "covered", label: t(m.covered), align: "end", className: "max-w768:pe-0" },
      ]}
    />
  );
}

const roles = { hot: m.hot, cold: m.cold, deposits: m.deposits } as const;

function AddressTable({ reserves: { file, checks } }: { reserves: CheckedReserves }) {
  const t = useTexts();
  const rows = file.reserves.map((one, at) => ({ ...one, check: checks[at]! }));
  const cellOf = (one: PublishedReserve & { check: ReserveCheck }, column: string) => {
    switch (column) {
      case "address":
        return (
          <>
            <span className="block text-12 text-muted">
              {t(roles[one.role])} · <bdi>{one.network}</bdi>
            </span>
            {one.address !== "" && (
              <CopiedHash
                hash={one.address}
                label={t(m.copyAddress)}
                doneLabel={t(m.copied)}
                testId="reserve-address"
              />
            )}
          </>
        );
      case "block":
        return <span className="num">{group(String(one.block))}</span>;
      default: {
        const { tone, text, icon } = tags[one.check.state];
        return (
          <Tag tone={tone} icon={icon}>
            {t(text)}
          </Tag>
        );
      }
    }
  };
  return (
    <PageTable
      label={t(m.addresses)}
      rows={rows}
      keyOf={({ network, role }) => `${network} ${role}`}
      cellOf={cellOf}
      rowTestId="reserve-row"
      columns={[
        { id: "address", label: t(m.address), className: "max-w768:pe-2" },
        { id: "block", label: t(m.block), align: "end" },
        { id: "signature", label: t(m.signature), align: "end", className: "max-w768:pe-0" },
      ]}
    />
  );
}
