import { useId } from 'react';
import { useBar } from '../bar.ts';
import type { LibraryItem } from './library-calls.ts';
import { titleOf } from './kind-titles.ts';

/** What the filters choose. */
export interface LibraryFilter {
  readonly type: string;
  /** Empty: all. */
  readonly style: string;
  readonly isPhone: boolean;
}

interface LibraryFiltersProps {
  readonly filter: LibraryFilter;
  set(filter: LibraryFilter): void;
  readonly items: readonly LibraryItem[];
  /** The kind that the library was opened for. */
  readonly own: string;
  readonly hasMobileSelector: boolean;
}

const styleNames = ['classic', 'pictures', 'words', 'quiet', 'feature'] as const;

/** Kind, style, and whether templates are for all screens or for phones. */
export function LibraryFilters({ filter, set, items, own, hasMobileSelector }: LibraryFiltersProps) {
  const { say } = useBar();
  const id = useId();
  const kinds = [...new Set([own, ...items.map(({ type }) => type)])];
  return (
    <div className="library-filters">
      <div className="library-filter">
        <label htmlFor={`${id}kind`}>{say('library_kind')}</label>
        <select
          id={`${id}kind`}
          value={filter.type}
          onChange={(event) => set({ ...filter, type: event.currentTarget.value })}
        >
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {titleOf(say, kind)}
            </option>
          ))}
        </select>
      </div>
      <div className="library-filter">
        <label htmlFor={`${id}style`}>{say('library_style')}</label>
        <select
          id={`${id}style`}
          value={filter.style}
          onChange={(event) => set({ ...filter, style: event.currentTarget.value })}
        >
          <option value="">{say('library_all')}</option>
          {styleNames.map((name) => (
            <option key={name} value={name}>
              {say(`library_style_${name}`)}
            </option>
          ))}
        </select>
      </div>
      {hasMobileSelector && (
        <fieldset className="library-mobile-selector">
          <legend>{say('library_screens')}</legend>
          {[false, true].map((isPhone) => (
            <label key={String(isPhone)}>
              <input
                type="radio"
                name={`${id}screens`}
                checked={filter.isPhone === isPhone}
                onChange={() => set({ ...filter, isPhone })}
              />
              {say(isPhone ? 'library_screens_phones' : 'library_screens_all')}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}
