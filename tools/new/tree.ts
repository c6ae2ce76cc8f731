import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The repository as it shall become: reads what is there, collects new and changed files, and writes them together, so that a generator that
 * fails halfway has written nothing.
 */
export class Tree {
  readonly #root: string;
  readonly #texts = new Map<string, string>();
  readonly #created = new Set<string>();

  constructor(root: string) {
    this.#root = root;
  }

  has(path: string): boolean {
    return this.#texts.has(path) || existsSync(join(this.#root, path));
  }

  read(path: string): string {
    if (!this.has(path)) throw new Error(`${path} is missing`);
    return this.#texts.get(path) ?? readFileSync(join(this.#root, path), "utf8");
  }

  /** A new file; what somebody has made already stays as it is. */
  create(path: string, text: string): void {
    if (this.has(path)) throw new Error(`${path} exists already`);
    this.#created.add(path);
    this.#texts.set(path, text);
  }

  change(path: string, changed: (text: string) => string): void {
    this.#texts.set(path, changed(this.read(path)));
  }

  namesIn(folder: string): string[] {
    return existsSync(join(this.#root, folder)) ? readdirSync(join(this.#root, folder)) : [];
  }

  isNew(path: string): boolean {
    return this.#created.has(path);
  }

  write(): string[] {
    for (const [path, text] of this.#texts) {
      mkdirSync(dirname(join(this.#root, path)), { recursive: true });
      writeFileSync(join(this.#root, path), text);
    }
    return [...this.#texts.keys()];
  }
}
