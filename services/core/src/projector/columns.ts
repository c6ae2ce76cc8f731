type SqlType = "bigint" | "int" | "smallint" | "boolean" | "text" | "numeric" | "bytea";

/** Rows of one table on their way to PostgreSQL: one array per column, so that a thousand rows are one statement with few parameters. */
export class Columns<Name extends string> {
  readonly names: readonly Name[];
  readonly #types: readonly SqlType[];
  readonly #values: unknown[][];

  constructor(types: Readonly<Record<Name, SqlType>>) {
    this.names = Object.keys(types) as Name[];
    this.#types = Object.values(types);
    this.#values = this.names.map(() => []);
  }

  get count(): number {
    return this.#values[0]!.length;
  }

  /** Money and ids go as text: a number that passes 2^53 must not be rounded on its way. */
  add(row: Readonly<Record<Name, unknown>>): void {
    for (let i = 0; i < this.names.length; i += 1) {
      const value = row[this.names[i]!];
      this.#values[i]!.push(typeof value === "bigint" ? String(value) : value);
    }
  }

  /** `unnest(...) as name(columns)`, with parameters from `first` on. */
  from(name: string, first = 1): string {
    const arrays = this.#types.map((type, i) => `$${first + i}::${type}[]`);
    return `unnest(${arrays.join(", ")}) as ${name}(${this.names.join(", ")})`;
  }

  /** The rows from `from` to `to`, that one excluded. */
  parameters(from: number, to: number): unknown[][] {
    return from === 0 && to >= this.count ? [...this.#values] : this.#values.map((column) => column.slice(from, to));
  }

  clear(): void {
    for (const column of this.#values) column.length = 0;
  }
}
