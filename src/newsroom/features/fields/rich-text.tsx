import { Button, TextareaControl, TextControl } from '@wordpress/components';
import {
  code as codeIcon,
  formatBold,
  formatItalic,
  formatListBullets,
  formatListNumbered,
  link as linkIcon,
  quote,
} from '@wordpress/icons';
import { useEffect, useId, useRef, useState } from 'react';
import type { ClipboardEvent, KeyboardEvent, MouseEvent, RefObject } from 'react';
import { boot } from '../../app/boot.ts';
import { say } from '../../words.ts';
import { FieldLabel, FieldNote } from './field-parts.tsx';
import type { ControlProps } from './field-parts.tsx';
import { maxLengthOf } from './field-faults.ts';
import { cleanRich, isShownWhole, parseRich } from './rich-html.ts';

/**
 * Applies a format to the selection. Deprecated without a successor: browsers still implement it, with undo and
 * input methods that own code would have to repeat.
 */
const format = (command: string, value?: string): boolean => document.execCommand(command, false, value);

const formats = [
  ['bold', undefined, formatBold, say('Bold')],
  ['italic', undefined, formatItalic, say('Italic')],
  ['insertUnorderedList', undefined, formatListBullets, say('Bulleted list')],
  ['insertOrderedList', undefined, formatListNumbered, say('Numbered list')],
  ['formatBlock', 'blockquote', quote, say('Quote')],
] as const;

/** Text with formatting; as HTML if the visual editor doesn't show all of it. */
export function RichText({ field, value, fault, onChange }: ControlProps) {
  const id = useId();
  const html = typeof value === 'string' ? value : '';
  const isWhole = isShownWhole(html);
  const [asCode, setAsCode] = useState(!isWhole);
  const isCode = asCode || !isWhole;
  const change = (next: string) => onChange(next === '' ? null : next);
  const area = useRef<HTMLDivElement>(null);
  return (
    <div className="field-rich">
      <div className="rich-head">
        <span id={id}>
          <FieldLabel field={field} />
        </span>
        {!isCode && <Formats area={area} label={field.label} onFormatted={() => emit(area, change)} />}
        <Button
          size="compact"
          icon={codeIcon}
          label={say('Edit as HTML')}
          isPressed={isCode}
          disabled={!isWhole}
          accessibleWhenDisabled
          onClick={() => setAsCode(!asCode)}
        />
      </div>
      {isCode ? (
        <TextareaControl
          label={say('%s as HTML', field.label)}
          hideLabelFromVision
          className="rich-code"
          __nextHasNoMarginBottom
          rows={6}
          value={html}
          maxLength={maxLengthOf(field)}
          onChange={change}
        />
      ) : (
        <Visual
          area={area}
          html={html}
          onChange={change}
          labelledBy={id}
          describedBy={`${id}-notes`}
          isRequired={field.required}
          isInvalid={fault !== undefined}
        />
      )}
      <p id={`${id}-notes`} className="field-notes">
        <FieldNote field={field} fault={fault}>
          {!isWhole && (
            <span className="field-help">
              {say('This text contains HTML that the visual editor doesn’t show, so it is edited as HTML.')}
            </span>
          )}
        </FieldNote>
      </p>
    </div>
  );
}

function emit(area: RefObject<HTMLDivElement | null>, change: (html: string) => void): void {
  if (area.current) change(cleanRich(area.current.innerHTML));
}

interface VisualProps {
  readonly area: RefObject<HTMLDivElement | null>;
  readonly html: string;
  readonly onChange: (html: string) => void;
  readonly labelledBy: string;
  readonly describedBy: string;
  readonly isRequired: boolean;
  readonly isInvalid: boolean;
}

function Visual({ area, html, onChange, labelledBy, describedBy, isRequired, isInvalid }: VisualProps) {
  useEffect(() => {
    const { current: shown } = area;
    // The editor shows typed text already.
    if (shown && cleanRich(shown.innerHTML) !== html) shown.replaceChildren(...parseRich(html));
  }, [area, html]);
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    const { clipboardData: data } = event;
    const pasted = data.getData('text/html');
    if (pasted === '') format('insertText', data.getData('text/plain'));
    else format('insertHTML', cleanRich(pasted));
  };
  const keys = (event: KeyboardEvent) => {
    const command = { b: 'bold', i: 'italic' }[event.key.toLowerCase()];
    if (!command || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    event.preventDefault();
    format(command);
  };
  return (
    <div
      ref={area}
      className="rich-area"
      role="textbox"
      tabIndex={0}
      aria-multiline="true"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-required={isRequired}
      aria-invalid={isInvalid}
      contentEditable
      suppressContentEditableWarning
      dir="auto"
      lang={boot.site.language}
      onFocus={() => format('defaultParagraphSeparator', 'p')}
      onInput={() => emit(area, onChange)}
      onPaste={paste}
      onDrop={(event) => event.preventDefault()}
      onKeyDown={keys}
    />
  );
}

interface FormatsProps {
  readonly area: RefObject<HTMLDivElement | null>;
  readonly label: string;
  readonly onFormatted: () => void;
}

/** The selection in the text, which a form above it takes away. */
const rangeIn = (area: HTMLElement | null): Range | undefined => {
  const selection = getSelection();
  const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined;
  return range && area?.contains(range.commonAncestorContainer) ? range : undefined;
};

const stay = (event: MouseEvent) => event.preventDefault();

function Formats({ area, label, onFormatted }: FormatsProps) {
  const [linked, setLinked] = useState<{ readonly range: Range; readonly url: string }>();
  const run = (command: string, value?: string) => {
    area.current?.focus();
    format(command, value);
    onFormatted();
  };
  const restore = (range: Range) => {
    area.current?.focus();
    const selection = getSelection();
    selection?.removeAllRanges();
    selection?.addRange(range);
  };
  const openLink = () => {
    const range = rangeIn(area.current);
    if (!range) {
      area.current?.focus();
      return;
    }
    const { startContainer: node } = range;
    const anchor = (node instanceof Element ? node : node.parentElement)?.closest('a');
    setLinked({ range, url: anchor?.getAttribute('href') ?? '' });
  };
  const applyLink = () => {
    if (!linked) return;
    restore(linked.range);
    const url = linked.url.trim();
    if (url === '') format('unlink');
    else if (linked.range.collapsed) {
      const anchor = document.createElement('a');
      anchor.href = url;
      anchor.textContent = url;
      format('insertHTML', anchor.outerHTML);
    } else format('createLink', url);
    setLinked(undefined);
    onFormatted();
  };
  return (
    <>
      <span className="rich-formats" role="group" aria-label={say('Formatting of “%s”', label)}>
        {formats.map(([command, value, icon, name]) => (
          <Button
            key={command}
            size="compact"
            icon={icon}
            label={name}
            // The selection stays in the text.
            onMouseDown={stay}
            onClick={() => run(command, value)}
          />
        ))}
        <Button
          size="compact"
          icon={linkIcon}
          label={say('Link')}
          aria-expanded={linked !== undefined}
          onMouseDown={stay}
          onClick={() => (linked ? setLinked(undefined) : openLink())}
        />
      </span>
      {linked && (
        <span className="rich-link">
          <TextControl
            __next40pxDefaultSize
            __nextHasNoMarginBottom
            label={say('URL')}
            type="url"
            dir="ltr"
            autoFocus
            value={linked.url}
            onChange={(url) => setLinked({ ...linked, url })}
            onKeyDown={(event) => {
              if (event.key === 'Enter') {
                event.preventDefault();
                applyLink();
              }
              if (event.key === 'Escape') {
                event.stopPropagation();
                restore(linked.range);
                setLinked(undefined);
              }
            }}
          />
          <Button variant="secondary" __next40pxDefaultSize onClick={applyLink}>
            {linked.url.trim() === '' ? say('Remove link') : say('Apply')}
          </Button>
        </span>
      )}
    </>
  );
}
