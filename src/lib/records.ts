/** Whether a value from JSON is an object, not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Defined<Fields> = {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name];
} & {
  [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined>;
};

/** The fields without undefined values, for callers that check which keys exist. */
export function defined<Fields extends object>(fields: Fields): Defined<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<Fields>;
}

/** Current values by former ones, as texts. */
export type Former<Word extends string> = Readonly<Record<string, NoInfer<Word>>>;

/** The current value for a former one; undefined for an unknown one. */
export function formerly<Word extends string>(was: Former<Word>, value: unknown): Word | undefined {
  return typeof value !== 'object' && Object.hasOwn(was, String(value)) ? was[String(value)] : undefined;
}
