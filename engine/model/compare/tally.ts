/** Figures as plain text, so that a whole number is equal however it is held. */
function textOf(value: unknown): string {
  if (typeof value === "bigint" || typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return "--";
  if (Array.isArray(value)) return `[${value.map(textOf).join(", ")}]`;
  return `{${Object.entries(value)
    .map(([name, inner]) => `${name}: ${textOf(inner)}`)
    .join(", ")}}`;
}

/** Counts what was compared and keeps what differed, with everything needed to see why. */
export class Tally {
  readonly counts = new Map<string, number>();
  readonly differences: string[] = [];
  compared = 0;
  private chapter = "";
  private scenario = 0;
  private given: unknown;

  begin(chapter: string, scenario: number): void {
    this.chapter = chapter;
    this.scenario = scenario;
    this.given = undefined;
    this.counts.set(chapter, (this.counts.get(chapter) ?? 0) + 1);
  }

  /** What a difference from here on is told with. */
  circumstances(given: unknown): void {
    this.given = given;
  }

  same(what: string, ours: unknown, theirs: unknown): void {
    this.compared += 1;
    if (ours === theirs) return;
    const [model, money] = [textOf(ours), textOf(theirs)];
    if (model !== money) this.differ(`${what}: the model says ${model}, money says ${money}`);
  }

  holds(sentence: string, isSo: boolean): void {
    this.compared += 1;
    if (!isSo) this.differ(sentence);
  }

  private differ(sentence: string): void {
    if (this.differences.length < 100)
      this.differences.push(`scenario ${this.scenario}, ${this.chapter}: ${sentence}; given ${textOf(this.given)}`);
    else this.differences.push("");
  }
}
