/** Something that can be chosen by its name. */
export interface Thing {
  readonly value: string;
  readonly label: string;
}

/** The name of one of these; of namesakes with what tells them apart, as fields of names know what is chosen by its name alone. */
export function singleLabel({ value, label }: Thing, all: readonly Thing[]): string {
  return all.some((other) => other.label === label && other.value !== value)
    ? `${label} (${/^\d+$/.test(value) ? '#' : ''}${value})`
    : label;
}
