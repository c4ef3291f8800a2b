export interface Thing {
  readonly value: string;
  readonly label: string;
}

/** A unique label: for items with the same name, the value is appended, because combobox fields identify options by label. */
export function singleLabel({ value, label }: Thing, all: readonly Thing[]): string {
  return all.some((other) => other.label === label && other.value !== value)
    ? `${label} (${/^\d+$/.test(value) ? '#' : ''}${value})`
    : label;
}
