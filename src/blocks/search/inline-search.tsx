import { useCallback, useRef, useState } from 'react';
import type { IslandProps } from '../../reader/islands/hydrate.tsx';
import { SearchField, useLeave } from '../../reader/islands/live-search/search-field.tsx';
import type { SearchFieldSettings } from '../../reader/islands/live-search/search-field.tsx';

export function InlineSearch({
  page,
  touchedAt: _touchedAt,
  ...settings
}: SearchFieldSettings & IslandProps) {
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(true);
  useLeave(
    box,
    useCallback(() => setOpen(false), []),
  );
  return (
    <div className="inline-search" ref={box} onFocus={() => setOpen(true)}>
      <SearchField
        {...settings}
        module="tdb_module_search"
        ajaxUrl={page?.ajaxUrl}
        inputRef={input}
        open={open}
      />
    </div>
  );
}
