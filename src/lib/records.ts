/** Whether a value that came as JSON is an object with names, and no list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Defined<Fields> = {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name];
} & {
  [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined>;
};

/** The fields that have a value: `undefined` is left out, for those who ask which are there. */
export function defined<Fields extends object>(fields: Fields): Defined<Fields> {
  // What is left has no undefined value.
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<Fields>;
}

/** What former values of a choice mean, by their texts. */
export type Former<Word extends string> = Readonly<Record<string, NoInfer<Word>>>;

/** The word that a former value means; undefined for one that nobody named. */
export function formerly<Word extends string>(was: Former<Word>, value: unknown): Word | undefined {
  return typeof value !== 'object' && Object.hasOwn(was, String(value)) ? was[String(value)] : undefined;
}
