import {
  RichText,
  RichTextToolbarButton,
  store as blockEditor,
  useBlockProps,
} from '@wordpress/block-editor';
import { createBlock } from '@wordpress/blocks';
import { Placeholder } from '@wordpress/components';
import { useRegistry } from '@wordpress/data';
import { formatListNumbered } from '@wordpress/icons';
import { insertObject, registerFormatType, unregisterFormatType } from '@wordpress/rich-text';
import type { RichTextValue } from '@wordpress/rich-text';
import { createContext, useContext } from 'react';
import type { MouseEvent } from 'react';
import type { Block } from './block-kit.ts';
import { readNotes, writeNotes } from './footnotes.ts';
import { say } from '../words.ts';

interface FootnotesOfText {
  readonly json: unknown;
  readonly change: (json: string) => void;
}

/** Footnotes of the edited text; undefined elsewhere, as in previews. */
export const TextFootnotes = createContext<FootnotesOfText | undefined>(undefined);

/** Edits the list of footnotes. The package's edit reads the post from core-data, which this editor does not fill. */
export function FootnotesEdit() {
  const footnotes = useContext(TextFootnotes);
  const props = useBlockProps();
  const notes = readNotes(footnotes?.json);
  if (!footnotes || notes.length === 0) {
    return (
      <div {...props}>
        <Placeholder
          icon={formatListNumbered}
          label={say('Footnotes')}
          instructions={say('Footnotes added to the text are listed here.')}
        />
      </div>
    );
  }
  const focusText = (event: MouseEvent<HTMLLIElement>) => {
    if (event.target !== event.currentTarget) return;
    event.currentTarget.querySelector<HTMLElement>('[contenteditable]')?.focus();
    event.preventDefault();
  };
  return (
    <ol {...props}>
      {notes.map(({ id, content }) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a click next to the text focuses it
        <li key={id} onMouseDown={focusText}>
          <RichText
            id={id}
            tagName="span"
            identifier={id}
            value={content}
            aria-label={say('Footnote')}
            onChange={(next) =>
              footnotes.change(
                writeNotes(notes.map((note) => (note.id === id ? { id, content: String(next) } : note))),
              )
            }
          />{' '}
          <a href={`#${id}-link`}>↩︎</a>
        </li>
      ))}
    </ol>
  );
}

const formatName = 'core/footnote';
const blockName = 'core/footnotes';

/** A UUID; `crypto.randomUUID` exists on secure pages only. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

interface Questions {
  getBlocks(): readonly Block[];
  getBlockName(clientId: string): string | null;
  getSelectedBlockClientId(): string | null;
  getBlockParentsByBlockName(clientId: string, name: string): readonly string[];
}
interface Actions {
  insertBlock(block: unknown): void;
  selectionChange(clientId: string, attribute: string, start: number, end: number): void;
}
interface FormatProps {
  readonly value: RichTextValue;
  readonly onChange: (value: RichTextValue) => void;
  readonly isObjectActive: boolean;
}

const findList = (blocks: readonly Block[]): Block | undefined => {
  for (const block of blocks) {
    const found = block.name === blockName ? block : findList(block.innerBlocks as readonly Block[]);
    if (found) return found;
  }
  return undefined;
};

function FootnoteButton({ value, onChange, isObjectActive }: FormatProps) {
  const registry = useRegistry();
  const footnotes = useContext(TextFootnotes);
  const { getBlocks, getBlockName, getSelectedBlockClientId, getBlockParentsByBlockName } = registry.select(
    blockEditor,
  ) as unknown as Questions;
  const selected = getSelectedBlockClientId();
  // Not within a footnote or a synced pattern, whose text belongs to another post.
  const isOffered =
    footnotes &&
    selected &&
    getBlockName(selected) !== blockName &&
    getBlockParentsByBlockName(selected, 'core/block').length === 0;
  if (!isOffered) return null;
  const insert = () =>
    registry.batch(() => {
      const { insertBlock, selectionChange } = registry.dispatch(blockEditor) as unknown as Actions;
      const active = isObjectActive
        ? (value.replacements[value.start ?? 0] as
            | { readonly attributes?: Readonly<Record<string, string>> }
            | undefined)
        : undefined;
      const id = active?.attributes?.['data-fn'] ?? randomId();
      if (!active) {
        const inserted = insertObject(
          value,
          {
            type: formatName,
            attributes: { 'data-fn': id },
            innerHTML: `<a href="#${id}" id="${id}-link">*</a>`,
          } as never,
          value.end,
          value.end,
        );
        onChange({ ...inserted, start: (inserted.end ?? 1) - 1 });
      }
      const list = findList(getBlocks()) ?? createBlock(blockName);
      if (!findList(getBlocks())) insertBlock(list);
      selectionChange(list.clientId, id, 0, 0);
    });
  return (
    <RichTextToolbarButton
      icon={formatListNumbered}
      title={say('Footnote')}
      onClick={insert}
      isActive={isObjectActive}
    />
  );
}

/** Replaces the package's button, which reads the post from core-data. */
export function replaceFootnoteFormat(): void {
  const format = unregisterFormatType(formatName);
  if (format) registerFormatType(formatName, { ...format, edit: FootnoteButton } as never);
}
