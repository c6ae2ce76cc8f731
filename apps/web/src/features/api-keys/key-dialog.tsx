import { type ApiKeyKind, ipsPerKeyMax, type Permission, permissions } from "@tidemark/contracts";
import { Checkbox, Segmented, Select, TextArea, TextField } from "@tidemark/kit-ui";
import type { AnswerOf } from "@tidemark/kit-client";
import { useState } from "react";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import { type Translate, useTexts } from "../../lib/i18n/texts.ts";
import { useChange } from "../../session/use-change.ts";
import { m } from "./api-messages.ts";
import {
  createAskOf,
  emptyForm,
  type FormProblems,
  ipsOf,
  isLifetimeOpen,
  type KeyForm,
  type Lifetime,
  lifetimes,
  problemsOf,
} from "./key-form.ts";

export type ApiKey = AnswerOf<"apiKeyList">["list"][number];
export type NewApiKey = AnswerOf<"createApiKey">;

const hints = { READ: m.readHint, TRADE: m.tradeHint, WITHDRAW: m.withdrawHint } as const;

type FieldsProps = {
  form: KeyForm;
  onChange: (form: KeyForm) => void;
  problems: FormProblems;
  /** The refusal about the name, if any. */
  labelProblem: string | undefined;
};

function ipsProblem(t: Translate, problem: FormProblems["ips"]): string | undefined {
  if (problem === undefined) return undefined;
  if (problem === "many") return t(m.ipsMany, { most: ipsPerKeyMax });
  return problem === "needed" ? t(m.ipsNeeded) : t(m.ipWrong, { ip: problem.wrong });
}

/** Permissions of a key and its IP addresses. Every key may read. */
function RightsFields({ form, onChange, problems }: Omit<FieldsProps, "labelProblem">) {
  const t = useTexts();
  const toggle = (permission: Permission, isOn: boolean) =>
    onChange({ ...form, permissions: permissions.filter((one) => (one === permission ? isOn : has(one))) });
  const has = (permission: Permission) => form.permissions.includes(permission);
  return (
    <>
      <fieldset className="grid gap-2.5">
        <legend className="mb-2 text-13 text-muted">{t(m.permissions)}</legend>
        {permissions.map((permission) => (
          <Checkbox
            key={permission}
            checked={has(permission)}
            isDisabled={permission === "READ"}
            onChange={(isOn) => toggle(permission, isOn)}
            testId={`permission-${permission}`}
          >
            <span className="text-14">{t(m[permission])}</span>{" "}
            <span className="text-13 text-muted">{t(hints[permission])}</span>
          </Checkbox>
        ))}
      </fieldset>
      <TextArea
        label={t(m.ips)}
        value={form.ips}
        onChange={(ips) => onChange({ ...form, ips })}
        isCode
        rows={2}
        placeholder="203.0.113.14"
        hint={t(m.ipsHint)}
        problem={ipsProblem(t, problems.ips)}
        testId="api-ips"
      />
    </>
  );
}

function NameField({ form, onChange, problems, labelProblem }: FieldsProps) {
  const t = useTexts();
  return (
    <TextField
      label={t(m.name)}
      value={form.label}
      onChange={(label) => onChange({ ...form, label: label.trim() })}
      maxLength={20}
      placeholder="market_maker_1"
      hint={t(m.nameRule)}
      problem={labelProblem ?? (problems.label === undefined ? undefined : t(m.nameRule))}
      testId="api-label"
    />
  );
}

/** Signature type and lifetime: both are chosen once. */
function NewKeyFields({ form, onChange, problems }: Omit<FieldsProps, "labelProblem">) {
  const t = useTexts();
  const ips = ipsOf(form.ips);
  return (
    <>
      <div className="grid gap-1.5">
        <span className="text-13 text-muted">{t(m.kind)}</span>
        <Segmented<ApiKeyKind>
          label={t(m.kind)}
          selected={form.kind}
          onSelect={(kind) => onChange({ ...form, kind })}
          items={[
            { id: "HMAC_SHA256", label: "HMAC-SHA256" },
            { id: "ED25519", label: "Ed25519", testId: "api-ed25519" },
          ]}
        />
        <p className="text-12 text-muted">{t(form.kind === "ED25519" ? m.edHint : m.hmacHint)}</p>
      </div>
      {form.kind === "ED25519" && (
        <TextArea
          label={t(m.publicKey)}
          value={form.publicKey}
          onChange={(publicKey) => onChange({ ...form, publicKey })}
          isCode
          placeholder="-----BEGIN PUBLIC KEY-----"
          problem={problems.publicKey === undefined ? undefined : t(m.publicKeyWrong)}
          testId="api-public-key"
        />
      )}
      <Select<Lifetime>
        size="form"
        label={t(m.endsAfter)}
        selected={isLifetimeOpen(form.lifetime, ips) ? form.lifetime : "90"}
        onSelect={(lifetime) => onChange({ ...form, lifetime })}
        items={lifetimes.map((lifetime) => ({
          id: lifetime,
          label: lifetime === "never" ? t(m.never) : t(m.days, { days: Number(lifetime) }),
          ...(isLifetimeOpen(lifetime, ips) ? {} : { isDisabled: true, detail: t(m.boundOnly) }),
        }))}
        testId="api-life"
      />
    </>
  );
}

type CreateKeyProps = { onClose: () => void; onMade: (made: NewApiKey) => void };

export function CreateKey({ onClose, onMade }: CreateKeyProps) {
  const t = useTexts();
  const [form, setForm] = useState(emptyForm);
  const change = useChange("createApiKey", {
    isWhole: Object.keys(problemsOf(form)).length === 0,
    beside: ["LABEL_TAKEN"],
    onDone: onMade,
  });
  const shared = {
    form,
    problems: change.showsProblems ? problemsOf(form) : {},
    onChange: (next: KeyForm) => {
      change.clearProblem();
      setForm(next);
    },
  };
  return (
    <FormDialog
      title={t(m.createTitle)}
      submitLabel={t(m.create)}
      isPending={change.isPending}
      onSubmit={() => void change.submit(createAskOf(form))}
      onClose={onClose}
      testId="api-create"
    >
      <NameField {...shared} labelProblem={change.messageFor("LABEL_TAKEN")} />
      <RightsFields {...shared} />
      <NewKeyFields {...shared} />
    </FormDialog>
  );
}

export function EditKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const t = useTexts();
  const [form, setForm] = useState<KeyForm>(() => ({
    ...emptyForm,
    label: apiKey.label,
    permissions: apiKey.permissions,
    ips: apiKey.ips.join("\n"),
  }));
  const problems = problemsOf(form);
  const change = useChange("editApiKey", {
    isWhole: Object.keys(problems).length === 0,
    beside: ["LABEL_TAKEN"],
    doneText: t(m.saved),
    onDone: onClose,
  });
  const submit = () => {
    const { label, permissions: wanted, ips } = form;
    void change.submit({ key: apiKey.key, label, permissions: [...wanted], ips: ipsOf(ips) });
  };
  return (
    <FormDialog
      title={t(m.editTitle, { name: apiKey.label })}
      submitLabel={t(m.save)}
      isPending={change.isPending}
      onSubmit={submit}
      onClose={onClose}
      testId="api-edit"
    >
      <NameField form={form} onChange={setForm} problems={problems} labelProblem={change.messageFor("LABEL_TAKEN")} />
      <RightsFields form={form} onChange={setForm} problems={problems} />
    </FormDialog>
  );
}
