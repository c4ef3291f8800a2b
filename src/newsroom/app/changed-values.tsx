import { changedParts, differingPart, keyWords, valueInWords } from '../../lib/changed-values.ts';
import type { ValueLabels } from '../../lib/changed-values.ts';
import { say } from '../words.ts';

export interface ChangedValue {
  readonly key: string;
  readonly title: string;
  readonly schema: ValueLabels;
  readonly before: unknown;
  readonly after: unknown;
}

const maxLength = 80;
const words = { on: say('on'), off: say('off') };

/** A value in words, never as JSON, shortened around what differs from `other`. */
function shown(value: unknown, other: unknown, schema: ValueLabels): string {
  const text = valueInWords(value, schema, words);
  return differingPart(text, valueInWords(other, schema, words), maxLength) || say('empty');
}

/** Values before and after, by title; the changed parts of structured values are listed one by one. */
export function ChangedValues({ changes }: { readonly changes: readonly ChangedValue[] }) {
  if (changes.length === 0) return null;
  return (
    <dl className="changed-values">
      {changes.flatMap(({ key, title, schema, before, after }) =>
        changedParts(before, after).map((part) => (
          <div key={[key, ...part.path].join(' ')}>
            <dt>
              <bdi>{[title, ...part.path.map(keyWords)].join(' › ')}</bdi>
            </dt>
            <dd>
              <del>
                <bdi>{shown(part.before, part.after, schema)}</bdi>
              </del>{' '}
              →{' '}
              <ins>
                <bdi>{shown(part.after, part.before, schema)}</bdi>
              </ins>
            </dd>
          </div>
        )),
      )}
    </dl>
  );
}
