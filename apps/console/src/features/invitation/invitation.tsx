import { Button, Tag, TextField } from "@tidemark/kit-ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { answerOf } from "../../lib/client.ts";
import { SignedOutPage, SignedOutProblem } from "../../lib/signed-out-page.tsx";
import { makePasskey } from "../../lib/passkeys.ts";
import { useTexts } from "../../lib/texts.ts";
import { dayText, timeText } from "../../lib/time.ts";
import { openSession } from "../../session/session.ts";
import { m } from "./invitation-messages.ts";

/** `token` stands behind the # of the link. */
export function Invitation({ token, onDone }: { token: string; onDone: () => void }) {
  const t = useTexts();
  const queries = useQueryClient();
  const [label, setLabel] = useState(t(m.laptop));
  const invited = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => answerOf("openInvitation", { invitation: token }),
    staleTime: Infinity,
    retry: false,
  });
  const accept = useMutation({
    mutationFn: async () => {
      // A challenge serves once: who tries again gets another.
      const offer = await answerOf("openInvitation", { invitation: token });
      const passkey = await makePasskey(offer);
      if (passkey === undefined) return;
      const { ticket } = offer;
      openSession(queries, await answerOf("acceptInvitation", { invitation: token, ticket, label, passkey }));
      onDone();
    },
  });
  if (invited.error !== null)
    return (
      <SignedOutPage title={t(m.title)}>
        <SignedOutProblem text={t(m.over)} testId="invitation-over" />
      </SignedOutPage>
    );
  if (invited.data === undefined)
    return (
      <SignedOutPage title={t(m.title)}>
        <div aria-hidden className="h-24 animate-pulse rounded-panel bg-skeleton" />
      </SignedOutPage>
    );
  const { name, roles, until } = invited.data;
  return (
    <SignedOutPage title={t(m.title)}>
      <p>{t(m.welcome, { name })}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-12">
        <dt className="text-muted">{t(m.roles)}</dt>
        <dd className="flex flex-wrap justify-end gap-1.5">
          {roles.map((role) => (
            <Tag key={role} tone="info">
              {role}
            </Tag>
          ))}
        </dd>
        <dt className="text-muted">{t(m.until)}</dt>
        <dd className="num text-end">{`${dayText(until)} ${timeText(until)} UTC`}</dd>
      </dl>
      <TextField label={t(m.label)} value={label} onChange={setLabel} maxLength={30} />
      <p className="text-12 text-muted">{t(m.replaces)}</p>
      {accept.error !== null && <SignedOutProblem text={accept.error.message} />}
      <Button
        look="primary"
        size="lg"
        isPending={accept.isPending}
        isDisabled={label.trim() === ""}
        onPress={() => accept.mutate()}
        data-testid="accept-invitation"
      >
        <KeyRound aria-hidden size={16} />
        {t(m.submit)}
      </Button>
    </SignedOutPage>
  );
}
