import { Button } from '@wordpress/components';
import { DataViews } from '@wordpress/dataviews';
import type { Action, Field } from '@wordpress/dataviews';
import { useMemo, useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { FormModal } from './form-modal.tsx';
import { ListSearch } from './list-parts.tsx';
import { Skeleton } from './screen-head.tsx';
import type { ListView } from './use-list-view.ts';
import { say } from '../words.ts';

type LinkProps<Row> = { readonly item: Row } & ComponentProps<'a'>;

interface DataListProps<Row extends { readonly id: number }> {
  /** From `useListView`. */
  readonly of: ListView;
  /** Undefined before the first answer. */
  readonly rows: readonly Row[] | undefined;
  readonly isPending: boolean;
  readonly fields: Field<Row>[];
  /** Both from `useRowDialogs`. */
  readonly actions: Action<Row>[];
  readonly dialog: ReactNode;
  readonly addressOf: (row: Row) => string | undefined;
  readonly empty: ReactNode;
  readonly searchLabel: string;
  readonly onSearch: (words: string) => void;
}

/** A `DataViews` list with our own search: the package's debounced search overwrites the URL after quick Back and Forward. */
export function DataList<Row extends { readonly id: number }>({
  of: { list, choosing },
  rows,
  isPending,
  fields,
  actions,
  dialog,
  addressOf,
  empty,
  searchLabel,
  onSearch,
}: DataListProps<Row>) {
  const shown = {
    ...list,
    data: rows,
    fields,
    actions,
    empty,
    getItemId: ({ id }: Row) => String(id),
    isItemClickable: (row: Row) => addressOf(row) !== undefined,
    renderItemLink: ({ item, children, ...props }: LinkProps<Row>) => (
      <Link {...props} to={addressOf(item) ?? ''}>
        {children}
      </Link>
    ),
  };
  return (
    <>
      {isPending && <Skeleton rows={12} />}
      {rows && (
        <div className="list" aria-busy={list.isLoading}>
          <DataViews<Row> {...(shown as ComponentProps<typeof DataViews<Row>>)}>
            <div className="dataviews__view-actions list-actions">
              <div className="dataviews__search">
                <ListSearch label={searchLabel} value={list.view.search ?? ''} onSearch={onSearch} />
                <DataViews.FiltersToggle />
              </div>
              {choosing && (
                <Button
                  variant="tertiary"
                  className="list-choose"
                  isPressed={choosing.isOn}
                  onClick={choosing.onTurn}
                >
                  {say('Select')}
                </Button>
              )}
              {!choosing?.isOn && <DataViews.ViewConfig />}
            </div>
            <DataViews.FiltersToggled className="dataviews-filters__container" />
            <DataViews.Layout />
            <DataViews.Footer />
          </DataViews>
        </div>
      )}
      {dialog}
    </>
  );
}

type Asking<Item> = Extract<Action<Item>, { readonly RenderModal: unknown }>;

/**
 * Row actions whose dialogs are rendered outside the list: `DataViews` unmounts them with their row, losing input when
 * the list refreshes or a phone is turned.
 */
export function useRowDialogs<Item>(actions: readonly Action<Item>[]): {
  readonly actions: Action<Item>[];
  readonly dialog: ReactNode;
} {
  const [opened, setOpened] = useState<{ readonly action: Asking<Item>; readonly items: Item[] }>();
  const opening = useMemo(
    () =>
      actions.map((action): Action<Item> => {
        if (!('RenderModal' in action)) return action;
        const { RenderModal: _, ...button } = action;
        return { ...button, callback: (items) => setOpened({ action, items }) };
      }),
    [actions],
  );
  if (!opened) return { actions: opening, dialog: null };
  const {
    action: { RenderModal, label, modalHeader = label, modalSize = 'medium' },
    items,
  } = opened;
  const close = () => setOpened(undefined);
  return {
    actions: opening,
    dialog: (
      <FormModal
        title={typeof modalHeader === 'string' ? modalHeader : modalHeader(items)}
        size={modalSize}
        onRequestClose={close}
      >
        <RenderModal items={items} closeModal={close} />
      </FormModal>
    ),
  };
}
