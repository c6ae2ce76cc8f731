import { looksLikeAddress, type NetworkId, networks } from "@tidemark/contracts";
import { Checkbox, Note, Select, TextArea, TextField } from "@tidemark/kit-ui";
import { useState } from "react";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useChange } from "../../session/use-change.ts";
import { m } from "./addresses-messages.ts";

const labelShape = /^[\p{L}\p{N} ._-]{1,30}$/u;
const hasMemo = (network: NetworkId): boolean => "memo" in networks[network];

export function AddAddress({ offered, onClose }: { offered: readonly NetworkId[]; onClose: () => void }) {
  const t = useTexts();
  const [label, setLabel] = useState("");
  const [network, setNetwork] = useState<NetworkId>(offered[0] ?? "BITCOIN");
  const [address, setAddress] = useState("");
  const [memo, setMemo] = useState("");
  const [isAllowListed, setIsAllowListed] = useState(true);
  const ask = {
    label: label.trim(),
    network,
    address: address.trim(),
    memo: hasMemo(network) ? memo.trim() : "",
    isAllowListed,
  };
  const isNamed = labelShape.test(ask.label);
  const isAddress = looksLikeAddress(network, ask.address, ask.memo);
  const change = useChange("addWithdrawalAddress", {
    isWhole: isNamed && isAddress,
    beside: ["ADDRESS_INVALID", "ADDRESS_TAKEN"],
    doneText: t(m.saved),
    onDone: onClose,
  });
  const { showsProblems } = change;
  return (
    <FormDialog
      title={t(m.add)}
      submitLabel={t(m.add)}
      isPending={change.isPending}
      onSubmit={() => void change.submit(ask)}
      onClose={onClose}
      testId="address-add"
    >
      <TextField
        label={t(m.name)}
        value={label}
        onChange={setLabel}
        maxLength={30}
        problem={showsProblems && !isNamed ? t(m.nameRule) : undefined}
        testId="address-label"
      />
      <Select<NetworkId>
        size="form"
        label={t(m.network)}
        selected={network}
        onSelect={setNetwork}
        items={offered.map((id) => ({ id, label: networks[id].name }))}
        testId="address-network"
      />
      <TextArea
        label={t(m.address)}
        value={address}
        onChange={setAddress}
        isCode
        rows={2}
        problem={
          change.messageFor("ADDRESS_INVALID", "ADDRESS_TAKEN") ??
          (showsProblems && !isAddress ? t(ask.address === "" ? m.addressMissing : m.wrong) : undefined)
        }
        testId="address-text"
      />
      {hasMemo(network) && <TextField label={t(m.memo)} value={memo} onChange={setMemo} maxLength={20} />}
      <Checkbox checked={isAllowListed} onChange={setIsAllowListed}>
        <span className="text-14">{t(m.allow)}</span>
      </Checkbox>
      <Note tone="info">{t(m.hint)}</Note>
    </FormDialog>
  );
}
