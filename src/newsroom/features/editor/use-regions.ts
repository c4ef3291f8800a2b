import { __unstableUseNavigateRegions as useNavigateRegions } from '@wordpress/components';
import type { KeyboardEvent } from 'react';

/** Props of the element whose regions (`role=region` with `tabindex=-1`) are visited with Ctrl+` and Ctrl+Shift+`, unless a dialog is open. */
export function useRegions() {
  const regions = useNavigateRegions();
  return {
    ...regions,
    onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => {
      if (!document.querySelector('.components-modal__screen-overlay, dialog[open]'))
        regions.onKeyDown(event);
    },
  };
}
