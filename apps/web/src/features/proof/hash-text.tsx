import { CopyButton } from "@tidemark/kit-ui";

/** The first and last eight digits: enough to compare two of them by eye. */
const shortHash = (hash: string): string => `${hash.slice(0, 8)}…${hash.slice(-8)}`;

export const Hash = ({ hash, testId }: { hash: string; testId?: string }) => (
  <bdi dir="ltr" className="text-12 whitespace-nowrap tabular-nums" title={hash} data-testid={testId} data-hash={hash}>
    {shortHash(hash)}
  </bdi>
);

type CopiedHashProps = { hash: string; label: string; doneLabel: string; testId?: string };

/** A hash in short, copied whole. */
export const CopiedHash = ({ hash, label, doneLabel, testId }: CopiedHashProps) => (
  <span className="inline-flex items-center gap-1">
    <Hash hash={hash} {...(testId === undefined ? {} : { testId })} />
    <CopyButton text={hash} label={label} doneLabel={doneLabel} />
  </span>
);
