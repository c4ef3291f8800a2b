import { RichTextShortcut } from '@wordpress/block-editor';
import { dispatch, select } from '@wordpress/data';
import type { ComponentType, RefObject } from 'react';
import { onFrames } from './on-frames.ts';

interface FormatEditProps {
  readonly isActive: boolean;
  /** `start` and `end` are equal without a selection. */
  readonly value: { readonly start?: number; readonly end?: number };
  readonly contentRef: RefObject<HTMLElement | null>;
}

interface FormatType {
  readonly name: string;
  readonly edit: ComponentType<FormatEditProps>;
}

const openingFrames = 30;

function linkAt(field: HTMLElement): HTMLElement | undefined {
  const range = field.ownerDocument.getSelection();
  const { anchorNode: node = null, anchorOffset: offset = 0 } = range ?? {};
  const nodes = [node, node?.childNodes[offset], node?.childNodes[offset - 1]];
  const links = nodes.map((one) =>
    (one?.nodeType === Node.ELEMENT_NODE ? (one as Element) : one?.parentElement)?.closest<HTMLElement>('a'),
  );
  return links.find((link) => link && field.contains(link)) ?? undefined;
}

/** Opens the link's popover as a click does, switches from preview to editing and focuses the URL. */
function editLink(field: HTMLElement | null): void {
  const link = field && linkAt(field);
  if (!link) return;
  link.addEventListener('click', (event) => event.preventDefault(), { once: true });
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  onFrames(openingFrames, () => {
    const control = document.querySelector('.block-editor-link-control');
    control?.querySelector<HTMLElement>('.is-preview button')?.click();
    const address = control?.querySelector<HTMLInputElement>(
      '.block-editor-link-control__search-input input',
    );
    address?.focus();
    return address !== null && address !== undefined && address === document.activeElement;
  });
}

/** Makes Ctrl+K edit the link at the cursor; the package only handles selected text. */
export function registerLinkKey(): void {
  const { getFormatType } = select('core/rich-text') as unknown as {
    getFormatType(name: string): FormatType;
  };
  const { addFormatTypes } = dispatch('core/rich-text') as unknown as {
    addFormatTypes(types: readonly FormatType[]): void;
  };
  const link = getFormatType('core/link');
  const LinkEdit = link.edit;
  const edit = (props: FormatEditProps) => (
    <>
      <LinkEdit {...props} />
      {props.isActive && props.value.start === props.value.end && (
        <RichTextShortcut type="primary" character="k" onUse={() => editLink(props.contentRef.current)} />
      )}
    </>
  );
  addFormatTypes([{ ...link, edit }]);
}
