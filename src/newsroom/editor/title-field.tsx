import { __dangerousOptInToUnstableAPIsOnlyForCoreModules as optIn } from '@wordpress/private-apis';
import { privateApis } from '@wordpress/rich-text';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { cleanHtml } from '../../lib/clean-html/clean-html.ts';
import { lineProfile } from '../../lib/clean-html/profiles.ts';
import { say } from '../words.ts';

interface Selection {
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}
type UseRichText = (options: {
  readonly value: string;
  readonly placeholder: string;
  readonly selectionStart: number | undefined;
  readonly selectionEnd: number | undefined;
  readonly onChange: (html: string) => void;
  readonly onSelectionChange: (start?: number, end?: number) => void;
}) => {
  readonly ref: (element: HTMLElement | null) => void;
  readonly getValue: () => Selection & { readonly text: string };
};

// WordPress' own title field uses this hook; there is no public one for text outside blocks.
const consent =
  'I acknowledge private features are not for use in themes or plugins and doing so will break in the next version of WordPress.';
const { useRichText } = optIn(consent, '@wordpress/editor').unlock<{ readonly useRichText: UseRichText }>(
  privateApis,
);

const placeholder = say('Add title');

interface TitleFieldProps {
  readonly value: string;
  readonly focusesFirst: boolean;
  readonly onChange: (html: string) => void;
  /** Called on Enter, or arrow down at the end. */
  readonly onLeave: (page: Document) => void;
  /** Returns whether it handled the paste; otherwise the plain text is inserted. */
  readonly onPaste: (pasted: { readonly html: string; readonly plain: string }) => boolean;
}

/** Edits the title with the formatting that pages show. Existing formatting stays; typed and pasted text is plain, as in WordPress. */
export function TitleField({ value, focusesFirst, onChange, onLeave, onPaste }: TitleFieldProps) {
  const [selection, setSelection] = useState<Selection>({});
  /** The last edit as rich text and as title; parsing it again could move the cursor. */
  const [edited, setEdited] = useState({ html: '', title: '' });
  const shown = useMemo(() => (value.includes('<') ? cleanHtml(value, lineProfile) : value), [value]);
  const { ref, getValue } = useRichText({
    value: value === edited.title ? edited.html : shown,
    placeholder,
    selectionStart: selection.start,
    selectionEnd: selection.end,
    onChange: (html) => {
      const title = withBareAmpersands(html).replace(/\n+/g, ' ');
      setEdited({ html, title });
      onChange(title);
    },
    onSelectionChange: (start, end) => setSelection({ start, end }),
  });
  const isFirst = useRef(focusesFirst);
  const field = useRef<HTMLElement>(null);
  useEffect(() => {
    // Focus stays in another editor field if the user has moved there.
    if (isFirst.current && !document.activeElement?.closest('.writing')) field.current?.focus();
    isFirst.current = false;
  }, []);
  const attach = useCallback(
    (element: HTMLElement | null) => {
      field.current = element;
      ref(element);
    },
    [ref],
  );
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const { text, end = 0 } = getValue();
    if (event.key !== 'Enter' && !(event.key === 'ArrowDown' && end === text.length)) return;
    event.preventDefault();
    onLeave(event.currentTarget.ownerDocument);
  };
  const paste = (event: ClipboardEvent<HTMLElement>) => {
    event.stopPropagation();
    event.preventDefault();
    const pasted = {
      html: event.clipboardData.getData('text/html'),
      plain: event.clipboardData.getData('text/plain'),
    };
    // Inserts at the cursor and over a selection, as typing does.
    if (!onPaste(pasted))
      event.currentTarget.ownerDocument.execCommand('insertText', false, pasted.plain.replace(/\s+/g, ' '));
  };
  return (
    <h1
      ref={attach}
      className="editor-title rich-text"
      role="textbox"
      aria-label={say('Title')}
      aria-placeholder={placeholder}
      dir={value === '' ? undefined : 'auto'}
      contentEditable
      suppressContentEditableWarning
      spellCheck
      onKeyDown={press}
      onPaste={paste}
    />
  );
}

/** Rich text encodes each `&`; titles store it bare where it begins no entity. */
const withBareAmpersands = (html: string) => html.replace(/&amp;(?!#?\w+;)/g, '&');

export const titleHtml = (text: string) => text.replace(/&(?=#?\w+;)/g, '&amp;').replaceAll('<', '&lt;');
