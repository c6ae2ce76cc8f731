import { campaignGrants, campaignTasks, couponKinds } from "@tidemark/contracts";
import { Checkbox, Note, Select, TextField } from "@tidemark/kit-ui";
import type { MessageDescriptor } from "@lingui/core";
import { Landmark } from "lucide-react";
import type { ReactNode } from "react";
import { kinds } from "../../lib/coupon-names.ts";
import { products } from "../../lib/product-names.ts";
import { useTexts } from "../../lib/texts.ts";
import {
  changedGrant,
  changedKind,
  type Draft,
  type DraftText,
  offeredProducts,
  optionFieldsOf,
  optionTitle,
  type ProductId,
} from "./campaign-draft.ts";
import { grants, m, tasks } from "./campaign-messages.ts";

type Props = { draft: Draft; assets: readonly string[]; onChange: (change: Partial<Draft>) => void };

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 border-t border-line py-4 w980:grid-cols-[96px_minmax(0,1fr)]">
      <h2 className="text-13 font-semibold">{title}</h2>
      <div className="grid gap-3 w980:grid-cols-2">{children}</div>
    </section>
  );
}

type TextProps = Pick<Props, "draft" | "onChange"> & {
  name: DraftText;
  title: MessageDescriptor;
  hint?: MessageDescriptor;
  unit?: string;
};

function Text({ draft, onChange, name, title, hint, unit }: TextProps) {
  const t = useTexts();
  return (
    <TextField
      label={t(title)}
      {...(hint === undefined ? {} : { hint: t(hint) })}
      value={draft[name]}
      onChange={(text) => onChange({ [name]: text })}
      maxLength={name === "symbols" ? 500 : 60}
      testId={`campaign-${name}`}
    >
      {unit !== undefined && <span className="num text-12 text-muted">{unit}</span>}
    </TextField>
  );
}

function Products({ draft, onChange }: Pick<Props, "draft" | "onChange">) {
  const t = useTexts();
  const toggle = (id: ProductId, isOn: boolean): void =>
    onChange({
      products: isOn ? [...draft.products, id].toSorted((a, b) => a - b) : draft.products.filter((one) => one !== id),
    });
  return (
    <fieldset className="grid content-start gap-1.5 w980:col-span-2">
      <legend className="mb-1 text-12 text-muted">{t(m.products)}</legend>
      <div className="flex flex-wrap gap-4">
        {offeredProducts(draft).map((id) => (
          <Checkbox
            key={id}
            checked={draft.products.includes(id)}
            onChange={(isOn) => toggle(id, isOn)}
            testId={`campaign-product-${id}`}
          >
            {t(products[id]!)}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}

/** Fields of the options of the kind, each as its schema says. */
function Options({ draft, onChange }: Pick<Props, "draft" | "onChange">) {
  const t = useTexts();
  const fields = optionFieldsOf(draft.kind);
  if (fields.length === 0) return null;
  const set = (name: string, value: string | number | boolean): void =>
    onChange({ options: { ...draft.options, [name]: value } });
  return (
    <Section title={t(m.options)}>
      {fields.map(({ name, type, choices, standard }) => {
        const value = draft.options[name] ?? standard;
        const testId = `option-${name}`;
        const label = optionTitle(name);
        if (type === "boolean")
          return (
            <Checkbox key={name} checked={value === true} onChange={(isOn) => set(name, isOn)} testId={testId}>
              {label}
            </Checkbox>
          );
        if (type === "choice")
          return (
            <Select
              key={name}
              size="form"
              label={label}
              items={choices.map((id) => ({ id, label: id }))}
              selected={String(value)}
              onSelect={(id) => set(name, id)}
              testId={testId}
            />
          );
        return (
          <TextField
            key={name}
            label={label}
            value={String(value)}
            onChange={(text) => set(name, type === "number" && /^\d+$/.test(text) ? Number(text) : text)}
            maxLength={40}
            testId={testId}
          />
        );
      })}
    </Section>
  );
}

/** The terms of a campaign, in the order in which they are decided. */
export function BuilderFields({ draft, assets, onChange }: Props) {
  const t = useTexts();
  const of = { draft, onChange };
  const unit = draft.asset;
  return (
    <div className="min-w-0">
      <Section title={t(m.what)}>
        <Select
          size="form"
          label={t(m.kind)}
          items={couponKinds.map((id) => ({ id, label: t(kinds[id]) }))}
          selected={draft.kind}
          onSelect={(kind) => onChange(changedKind(kind))}
          testId="campaign-kind"
        />
        <Text {...of} name="name" title={m.name} />
        <Text {...of} name="face" title={m.face} unit={unit} />
        <Select
          size="form"
          label={t(m.asset)}
          items={assets.map((id) => ({ id, label: id }))}
          selected={draft.asset}
          onSelect={(asset) => onChange({ asset })}
          testId="campaign-asset"
        />
        <Text {...of} name="ratio" title={m.ratio} hint={m.ratioHint} />
        <Text {...of} name="cap" title={m.cap} hint={m.capHint} unit={unit} />
      </Section>
      <Section title={t(m.whom)}>
        <Select
          size="form"
          label={t(m.grantOn)}
          items={campaignGrants.map((id) => ({ id, label: t(grants[id]) }))}
          selected={draft.grantOn}
          onSelect={(grantOn) => onChange(changedGrant(grantOn))}
          testId="campaign-grantOn"
        />
        <Text {...of} name="perUser" title={m.perUser} {...(draft.task === null ? {} : { hint: m.once })} />
        {draft.task !== null && (
          <Select
            size="form"
            label={t(m.task)}
            items={campaignTasks.map((id) => ({ id, label: t(tasks[id]) }))}
            selected={draft.task}
            onSelect={(task) => onChange({ task })}
            testId="campaign-task"
          />
        )}
      </Section>
      <Section title={t(m.needs)}>
        <Text {...of} name="volumeRequirement" title={m.volume} hint={m.usdtHint} unit="USDT" />
        <Text {...of} name="depositRequirement" title={m.deposit} hint={m.usdtHint} unit="USDT" />
        <Text {...of} name="profitRequirement" title={m.profit} hint={m.usdtHint} unit="USDT" />
        <Text {...of} name="holdHours" title={m.hold} />
        <Products {...of} />
        <Text {...of} name="symbols" title={m.symbols} hint={m.symbolsHint} />
        <Select
          size="form"
          label={t(m.marginMode)}
          items={(["ANY", "CROSS", "ISOLATED"] as const).map((id) => ({ id, label: t(m[id]) }))}
          selected={draft.marginMode}
          onSelect={(marginMode) => onChange({ marginMode })}
          testId="campaign-marginMode"
        />
        <Text {...of} name="minLeverage" title={m.minLeverage} hint={m.anyHint} />
        <Text {...of} name="maxLeverage" title={m.maxLeverage} hint={m.anyHint} />
      </Section>
      <Section title={t(m.when)}>
        <Text {...of} name="startAt" title={m.startAt} hint={m.timeHint} />
        <Text {...of} name="endAt" title={m.endAt} hint={m.timeHint} />
        <Text {...of} name="days" title={m.days} />
        <Text {...of} name="claimDays" title={m.claimDays} hint={m.claimHint} />
        <Text {...of} name="distributionAt" title={m.distributionAt} hint={m.distributionHint} />
      </Section>
      <Options {...of} />
      <Section title={t(m.budget)}>
        <Text {...of} name="budget" title={m.budget} unit={unit} />
        <Note icon={<Landmark aria-hidden size={16} />} className="w980:col-span-2">
          {t(m.neverMore)}
        </Note>
      </Section>
    </div>
  );
}
