import { changeVerbs } from '../../kernel/command.ts';
import type { Activity, ChangeVerb } from '../../kernel/command.ts';

/** Changes of the same kind by one user. */
export interface GroupedChanges extends Pick<Activity, 'userId' | 'userName' | 'kind' | 'from'> {
  readonly verb: ChangeVerb;
  readonly count: number;
  /** Milliseconds since 1970 of the latest one. */
  readonly at: number;
  /** The latest changed items, each once. */
  readonly items: readonly Pick<Activity, 'itemId' | 'summary'>[];
}

const maxItems = 3;

/** Groups changes, newest first, by user, verb and kind. Log-ins are no changes. */
export function groupChanges(entries: readonly Activity[], maxGroups: number): GroupedChanges[] {
  const groups = Map.groupBy(entries, ({ userId, userName, from, verb, kind }) =>
    [userId, userName, from, verb, kind].join('\n'),
  );
  const found = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { userId, userName, from, kind, at } = first;
    const verb = changeVerbs.find((one) => one === first.verb);
    if (!verb) return [];
    const byItem = new Map<string, Pick<Activity, 'itemId' | 'summary'>>();
    for (const { itemId, summary } of group) {
      const key = itemId > 0 ? String(itemId) : summary;
      if (!byItem.has(key)) byItem.set(key, { itemId, summary });
    }
    return [
      {
        userId,
        userName,
        from,
        verb,
        kind,
        at,
        count: Math.max(byItem.size, 1),
        items: [...byItem.values()].slice(0, maxItems),
      },
    ];
  });
  return found.slice(0, maxGroups);
}
