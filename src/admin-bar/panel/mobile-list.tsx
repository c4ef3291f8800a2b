import type { BarText } from '../../lib/bar-texts.ts';
import { useBar } from '../bar.ts';
import { WarningMark } from '../changes/warnings.tsx';
import type { Warning } from '../changes/warnings.tsx';
import { removeRow } from './row-focus.ts';
import { LongList } from './long-list.tsx';
import type { MobileList } from './use-mobile-templates.ts';

interface MobileListProps {
  readonly list: MobileList;
  /** What is said where phones get nothing of their own, and where there is nothing to choose. */
  readonly none: BarText;
  readonly empty: BarText;
  /** Warnings by the ids of templates. */
  readonly warnings: ReadonlyMap<number, readonly Warning[]> | undefined;
}

/** What phones may get: a click on one gives it to them. */
export function MobileListView({ list: { items, choose, remove }, none, empty, warnings }: MobileListProps) {
  const { say } = useBar();
  if (!items) return null;
  const hasNone = !items.some(({ isCurrent }) => isCurrent);
  return (
    <>
      {items.length === 0 && <p className="bar-empty">{say(empty)}</p>}
      <LongList items={items}>
        {(shown) => (
          <ul className="bar-list">
            <li className={hasNone ? 'is-current' : undefined}>
              <button
                type="button"
                className="bar-title"
                aria-current={hasNone}
                onClick={() => void choose(undefined)}
              >
                {say(none)}
              </button>
            </li>
            {shown.map((item) => (
              <li key={item.id} className={item.isCurrent ? 'is-current' : undefined}>
                <button
                  type="button"
                  className="bar-title"
                  aria-current={item.isCurrent}
                  onClick={() => void choose(item)}
                >
                  {item.title}
                </button>
                <WarningMark warnings={warnings?.get(item.id)} />
                <span className="bar-cell-actions">
                  <a aria-label={say('panel_action_of', say('panel_edit'), item.title)} href={item.url}>
                    {say('panel_edit')}
                  </a>
                  <button
                    type="button"
                    aria-label={say('panel_action_of', say('panel_delete'), item.title)}
                    onClick={({ currentTarget }) => void removeRow(currentTarget, () => remove(item))}
                  >
                    {say('panel_delete')}
                  </button>
                </span>
              </li>
            ))}
          </ul>
        )}
      </LongList>
    </>
  );
}
