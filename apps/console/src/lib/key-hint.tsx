/** The key that does the same as the button it stands on. */
export const KeyHint = ({ name }: { name: string }) => (
  <kbd aria-hidden className="rounded-tag border border-current/40 px-1 font-mono text-11 opacity-80">
    {name}
  </kbd>
);
