import { SearchControl } from '@wordpress/components';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { folderChoices, foldersQuery } from '../features/media/folders.ts';
import { anyFolder, kinds, mediaMonths, monthBounds, monthName } from '../features/media/media-list.ts';
import { Select } from '../features/media/select.tsx';

/** How the media picker narrows the library. */
export interface PickerFilter {
  readonly search: string;
  /** A folder's id, 0 for files without one, or `anyFolder`. */
  readonly folder: number;
  /** `media_type` of REST; '' for all that may be chosen. */
  readonly kind: string;
  /** `202611`; '' for all. */
  readonly month: string;
}

export const noFilter: PickerFilter = { search: '', folder: anyFolder, kind: '', month: '' };

/** The kinds of files that the picker can tell apart among those that may be chosen. `allowed`: first parts of their types, empty for all. */
function kindsAmong(allowed: readonly string[]) {
  return kinds.flatMap(({ value, label, asked }) => {
    const type = 'media_type' in asked ? asked.media_type : '';
    return value === '' || (type !== '' && (allowed.length === 0 || allowed.includes(type)))
      ? [{ value: type, label }]
      : [];
  });
}

/** The REST arguments of a filter. */
export function filterArguments({
  search,
  folder,
  kind,
  month,
}: PickerFilter): Readonly<Record<string, string>> {
  return {
    ...(search === '' ? {} : { search }),
    ...(folder === anyFolder ? {} : { folder: String(folder) }),
    ...(kind === '' ? {} : { media_type: kind }),
    ...monthBounds(month),
  };
}

/** Search, folder, type and date of the media picker. `allowed`: what may be chosen, as first parts of types; a single kind needs no choice. */
export function PickerFilters({
  filter,
  allowed,
  onChange,
  children,
}: {
  readonly filter: PickerFilter;
  readonly allowed: readonly string[];
  readonly onChange: (changes: Partial<PickerFilter>) => void;
  readonly children: ReactNode;
}) {
  const { data: known } = useQuery(foldersQuery);
  const { data: months = [] } = useQuery(mediaMonths);
  const types = kindsAmong(allowed);
  return (
    <div className="media-bar">
      <SearchControl
        label="Search the library"
        value={filter.search}
        onChange={(search) => onChange({ search })}
        __nextHasNoMarginBottom
        size="compact"
      />
      {known && known.folders.length > 0 && (
        <Select
          label="Folder"
          value={String(filter.folder)}
          onChange={(folder) => onChange({ folder: Number(folder) })}
          options={[
            { value: String(anyFolder), label: 'All folders' },
            { value: '0', label: 'Without folder' },
            ...folderChoices(known.folders),
          ]}
        />
      )}
      {types.length > 2 && (
        <Select label="Type" value={filter.kind} options={types} onChange={(kind) => onChange({ kind })} />
      )}
      {months.length > 1 && (
        <Select
          label="Date"
          value={filter.month}
          onChange={(month) => onChange({ month })}
          options={[
            { value: '', label: 'All dates' },
            ...months.map((month) => ({ value: month, label: monthName(month) })),
          ]}
        />
      )}
      {children}
    </div>
  );
}
