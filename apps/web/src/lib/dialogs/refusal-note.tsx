import { Note } from "@tidemark/kit-ui";

/** Why an act would be refused, in place of what it would do. */
export function RefusalNote({ text }: { text: string }) {
  return (
    <Note tone="warn">
      <span role="alert">{text}</span>
    </Note>
  );
}
