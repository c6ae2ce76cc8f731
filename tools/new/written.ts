/** What a generator wants written: new files, and files as they shall become. */
export type Written = {
  readonly files: Readonly<Record<string, string>>;
  readonly changes?: Readonly<Record<string, string>>;
  /** What is left to a person. */
  readonly next: readonly string[];
};
