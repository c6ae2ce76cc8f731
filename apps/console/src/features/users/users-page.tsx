import type { FoundAccount } from "@tidemark/contracts";
import { Button, classNames, EmptyState, Tag, TextField } from "@tidemark/kit-ui";
import { useMutation } from "@tanstack/react-query";
import { UserSearch } from "lucide-react";
import { useState } from "react";
import { answerOf } from "../../lib/client.ts";
import { useTexts } from "../../lib/texts.ts";
import { useActProblem } from "../../session/problems.ts";
import { AccountView } from "./account-view.tsx";
import { m } from "./user-messages.ts";

type FoundProps = { list: readonly FoundAccount[]; selected: number | undefined; onSelect: (uid: number) => void };

function Found({ list, selected, onSelect }: FoundProps) {
  const t = useTexts();
  return (
    <ul aria-label={t(m.results)} className="flex flex-none flex-wrap gap-2">
      {list.map(({ uid, nickname, email, phone, isFrozen }) => (
        <li key={uid}>
          <button
            type="button"
            data-testid="found-account"
            aria-current={uid === selected}
            className={classNames(
              "flex h-9 cursor-pointer items-center gap-2 rounded-control border px-3 text-12 hover:bg-hover",
              uid === selected ? "border-brand" : "border-line-strong",
            )}
            onClick={() => onSelect(uid)}
          >
            <b className="num font-semibold">{uid}</b>
            <span dir="auto">{nickname}</span>
            <span className="text-muted">{email === "" ? phone : email}</span>
            {isFrozen && <Tag tone="warn">{t(m.frozen)}</Tag>}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Accounts, found one at a time: there is no list of all. */
export function UsersPage() {
  const t = useTexts();
  const onProblem = useActProblem();
  const [text, setText] = useState("");
  const [selected, setSelected] = useState<number>();
  const finding = useMutation({
    mutationFn: (wanted: string) => answerOf("findAccounts", { text: wanted }),
    onSuccess: ({ list }) => setSelected(list.length === 1 ? list[0]!.uid : undefined),
    onError: onProblem,
  });
  const list = finding.data?.list;
  return (
    <div className="grid h-full grid-rows-[auto_minmax(0,1fr)]">
      <form
        className="flex flex-wrap items-center gap-3 border-b border-line px-5 py-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== "") finding.mutate(text.trim());
        }}
      >
        <TextField
          label={t(m.find)}
          isLabelHidden
          placeholder={t(m.find)}
          value={text}
          onChange={setText}
          type="search"
          maxLength={60}
          testId="find"
          className="w-80"
        />
        <Button type="submit" look="ghost" size="sm" isPending={finding.isPending} data-testid="find-button">
          {t(m.findButton)}
        </Button>
        {list !== undefined && list.length > 0 && <Found list={list} selected={selected} onSelect={setSelected} />}
      </form>
      {selected === undefined ? (
        <EmptyState
          icon={<UserSearch size={24} />}
          title={t(list?.length === 0 ? m.none : m.start)}
          hint={t(list?.length === 0 ? m.noneHint : m.startHint)}
        />
      ) : (
        <AccountView key={selected} uid={selected} />
      )}
    </div>
  );
}
