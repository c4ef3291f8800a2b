import { changedParts, keyWords, valueInWords } from '../../lib/changed-values.ts';
import { csvLine, csvStart } from '../../lib/csv.ts';
import type { Activity } from '../../kernel/command.ts';
import { describeSettings } from '../settings/index.ts';

const columns = ['date', 'user', 'source', 'action', 'kind', 'item', 'summary', 'changes'] as const;
const words = { on: 'on', off: 'off' };
const maxLength = 500;

type Settings = ReadonlyMap<string, { readonly title: string; readonly schema: object }>;

/** Changes in words: `Posts per page: 10 → 20`. */
function changesOf({ kind, details = {} }: Activity, settings: Settings): string {
  return Object.entries(details)
    .flatMap(([key, change]) => {
      const setting = kind === 'setting' ? settings.get(key) : undefined;
      const shown = (value: unknown) =>
        (valueInWords(value, setting?.schema ?? {}, words) || 'empty').slice(0, maxLength).toWellFormed();
      return changedParts(change.before, change.after).map(({ path, before, after }) => {
        const name = [setting?.title ?? keyWords(key), ...path.map(keyWords)].join(' › ');
        return `${name}: ${shown(before)} → ${shown(after)}`;
      });
    })
    .join('; ');
}

/** The log as a CSV file with a heading, in portions. Dates are UTC (ISO 8601). */
export async function* activityToCsv(portions: AsyncIterable<readonly Activity[]>): AsyncGenerator<string> {
  const settings: Settings = new Map(describeSettings().map((setting) => [setting.key, setting]));
  yield csvStart + csvLine(columns);
  for await (const entries of portions)
    yield entries
      .map((entry) =>
        csvLine([
          new Date(entry.at).toISOString(),
          entry.userName,
          entry.from,
          entry.verb,
          entry.kind,
          entry.itemId === 0 ? '' : String(entry.itemId),
          entry.summary,
          changesOf(entry, settings),
        ]),
      )
      .join('');
}
