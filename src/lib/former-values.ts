/** What former values of a choice mean, by their texts. */
export type Former<Word extends string> = Readonly<Record<string, NoInfer<Word>>>;

/** The word that a former value means; undefined for one that nobody named. */
export function formerly<Word extends string>(was: Former<Word>, value: unknown): Word | undefined {
  return typeof value !== 'object' && Object.hasOwn(was, String(value)) ? was[String(value)] : undefined;
}
