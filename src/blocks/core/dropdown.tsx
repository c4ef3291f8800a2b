import type { Acting } from '../../reader/islands/acting.ts';

interface Option {
  readonly key: string | number;
  readonly value: string;
  readonly text: string;
  readonly className?: string;
}

interface DropdownProps {
  readonly id: string;
  /** Plain text, or cleaned HTML. */
  readonly label?: string;
  readonly labelHtml?: string;
  readonly labelClass: string;
  readonly selectClass?: string;
  readonly name: string;
  readonly fixed?: Readonly<Record<string, string>>;
  readonly first: string;
  readonly selected?: string;
  readonly options: readonly Option[];
  readonly go: string;
  readonly acting: Acting;
}

/** Selects an archive and opens it; without scripts a form with a button. */
export function Dropdown({
  id,
  label,
  labelHtml,
  labelClass,
  selectClass,
  name,
  fixed = {},
  first,
  selected = '',
  options,
  go,
  acting,
}: DropdownProps) {
  const address = `/?${new URLSearchParams([...Object.entries(fixed), [name, '']]).toString()}`;
  return (
    <form action="/" method="get">
      {labelHtml === undefined ? (
        <label className={labelClass} htmlFor={id}>
          {label}
        </label>
      ) : (
        <label className={labelClass} htmlFor={id} dangerouslySetInnerHTML={{ __html: labelHtml }} />
      )}
      {Object.entries(fixed).map(([parameter, value]) => (
        <input key={parameter} type="hidden" name={parameter} value={value} />
      ))}
      <select
        id={id}
        name={name}
        className={selectClass}
        defaultValue={selected}
        {...acting.late('go-to-choice', { address })}
      >
        <option value="">{first}</option>
        {options.map(({ key, value, text, className }) => (
          <option key={key} value={value} className={className}>
            {text}
          </option>
        ))}
      </select>
      <noscript>
        {' '}
        <button type="submit" className="button">
          {go}
        </button>
      </noscript>
    </form>
  );
}
