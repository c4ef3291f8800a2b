import type { Action } from '@wordpress/dataviews';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { FormModal } from './form-modal.tsx';

type Asking<Item> = Extract<Action<Item>, { readonly RenderModal: unknown }>;

/**
 * What can be done with rows, with dialogs that stand beside the list: `DataViews` has them in the row that they were opened from, and with it goes what is
 * typed when somebody else publishes something, or a phone is turned.
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
