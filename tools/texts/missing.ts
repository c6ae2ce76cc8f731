import { type CatalogueName, catalogueNames, living, type Message, readCatalogue, root } from "./catalogues.ts";
import { formsOf, shapeOf } from "./shape.ts";

/** One message for a translator; `translation` is what comes back filled in. */
export type ToTranslate = {
  readonly catalogue: CatalogueName;
  readonly id: string;
  readonly english: string;
  /** Tells two messages of the same English apart. */
  readonly context?: string;
  readonly comments?: readonly string[];
  readonly where: readonly string[];
  readonly values?: readonly string[];
  /** Forms that a plural must have in this language. */
  readonly forms?: readonly string[];
  readonly translation: string;
  /** The translation is rightly the same as the English. */
  readonly same?: boolean;
};

function toTranslate(catalogue: CatalogueName, id: string, message: Message, tag: string): ToTranslate {
  const english = message.message ?? "";
  const { values, plurals } = shapeOf(english);
  const comments = message.comments ?? [];
  return {
    catalogue,
    id,
    english,
    ...(message.context === undefined ? {} : { context: message.context }),
    ...(comments.length === 0 ? {} : { comments }),
    where: [...new Set((message.origin ?? []).map(([file]) => file))],
    ...(values.length === 0 ? {} : { values }),
    ...(plurals.length === 0 ? {} : { forms: formsOf(tag) }),
    translation: "",
  };
}

/** What has no translation yet in a language, over both catalogues. */
export async function missingIn(tag: string, at: string = root): Promise<ToTranslate[]> {
  const lists = await Promise.all(
    catalogueNames.map(async (name) =>
      living(await readCatalogue(name, tag, at))
        .filter(([, { translation = "" }]) => translation === "")
        .map(([id, message]) => toTranslate(name, id, message, tag)),
    ),
  );
  return lists.flat();
}
