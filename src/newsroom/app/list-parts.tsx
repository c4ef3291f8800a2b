import { DataViews } from '@wordpress/dataviews';
import { Button } from '@wordpress/components';
import type { ReactNode } from 'react';
import { ListSearch } from './list-search.tsx';
import type { Choosing } from './use-list-view.ts';

interface ListPartsProps {
  readonly searchLabel: string;
  readonly search: string;
  readonly onSearch: (words: string) => void;
  readonly choosing: Choosing;
}

/**
 * What a list of `DataViews` shows, in its order, with a search of ours: that of the package asks for what it waited to ask for, whatever the address says by
 * then, so that Back and Forward in haste ended elsewhere.
 */
export function ListParts({ searchLabel, search, onSearch, choosing }: ListPartsProps) {
  return (
    <>
      <div className="dataviews__view-actions list-actions">
        <div className="dataviews__search">
          <ListSearch label={searchLabel} value={search} onSearch={onSearch} />
          <DataViews.FiltersToggle />
        </div>
        {choosing && (
          <Button
            variant="tertiary"
            className="list-choose"
            isPressed={choosing.isOn}
            onClick={choosing.onTurn}
          >
            Choose
          </Button>
        )}
        {!choosing?.isOn && <DataViews.ViewConfig />}
      </div>
      <DataViews.FiltersToggled className="dataviews-filters__container" />
      <DataViews.Layout />
      <DataViews.Footer />
    </>
  );
}

/** What stands where a list has no rows: that it has none, and what can be done about it. */
export function Nothing({ children, way }: { readonly children: ReactNode; readonly way?: ReactNode }) {
  return (
    <div className="empty nothing">
      <p>{children}</p>
      {way}
    </div>
  );
}

/** No row matches; a button removes what the list is narrowed by. */
export function NothingFound({
  children,
  onReset,
}: {
  readonly children: ReactNode;
  readonly onReset: () => void;
}) {
  return (
    <Nothing
      way={
        <Button variant="secondary" onClick={onReset}>
          Reset
        </Button>
      }
    >
      {children}
    </Nothing>
  );
}
