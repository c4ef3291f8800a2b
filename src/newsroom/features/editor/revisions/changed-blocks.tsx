import { getBlockType } from '@wordpress/blocks';
import { Button } from '@wordpress/components';
import { useMemo } from 'react';
import { diffWordsWithSpace } from 'diff';
import type { BlockChange } from '../../../editor/compare-texts.ts';
import { parseMarkup } from '../../../../lib/markup/block-markup.ts';
import { say, sayCount } from '../../../words.ts';

const titles = { changed: say('Changed'), added: say('Added'), removed: say('Removed'), same: '' } as const;
const restores = {
  changed: say('Restore this block'),
  added: say('Remove this block'),
  removed: say('Add this block back'),
  same: '',
} as const;
/** Unchanged blocks shown on each side of a changed one. */
const around = 1;

interface ChangedBlocksProps {
  readonly changes: readonly BlockChange[];
  /** Reverts one block; undefined if the view does not allow it. */
  readonly onRestore: ((index: number) => void) | undefined;
}

/** Differences of two texts by block; long unchanged runs are folded. */
export function ChangedBlocks({ changes, onRestore }: ChangedBlocksProps) {
  const rows = useMemo(() => folded(changes), [changes]);
  return (
    <ol className="past-blocks">
      {rows.map(({ from, to, isFolded }) =>
        isFolded ? (
          <li key={from}>
            <details>
              <summary>{sayCount('%d unchanged block|%d unchanged blocks', to - from)}</summary>
              {changes.slice(from, to).map(({ newer }, index) => (
                <p key={from + index} className="past-words" dir="auto">
                  {wordsOfBlock(newer)}
                </p>
              ))}
            </details>
          </li>
        ) : (
          <li key={from}>
            <OneBlock change={changes[from]} onRestore={onRestore && (() => onRestore(from))} />
          </li>
        ),
      )}
    </ol>
  );
}

interface Row {
  readonly from: number;
  readonly to: number;
  readonly isFolded: boolean;
}

export function folded(changes: readonly BlockChange[]): readonly Row[] {
  const isNear = (index: number) =>
    changes.slice(Math.max(0, index - around), index + around + 1).some(({ kind }) => kind !== 'same');
  const rows: Row[] = [];
  for (let index = 0; index < changes.length; index++) {
    let end = index;
    while (end < changes.length && !isNear(end)) end++;
    if (end - index > 1) {
      rows.push({ from: index, to: end, isFolded: true });
      index = end - 1;
    } else rows.push({ from: index, to: index + 1, isFolded: false });
  }
  return rows;
}

function OneBlock({
  change,
  onRestore,
}: {
  readonly change: BlockChange | undefined;
  readonly onRestore: (() => void) | undefined;
}) {
  if (!change) return null;
  const { kind, name, older, newer } = change;
  if (kind === 'same')
    return (
      <p className="past-words" dir="auto">
        {wordsOfBlock(newer)}
      </p>
    );
  const [was, is] = [wordsOfBlock(older), wordsOfBlock(newer)];
  const isCode = was === is; // only the markup differs
  return (
    <section className="past-block" data-kind={kind} aria-label={say('%s: %s', titles[kind], titleOf(name))}>
      <header>
        <strong>{titles[kind]}</strong>{' '}
        <span>{isCode ? say('%s, markup only', titleOf(name)) : titleOf(name)}</span>
      </header>
      <WordsChanged older={isCode ? older.trim() : was} newer={isCode ? newer.trim() : is} isCode={isCode} />
      {onRestore && (
        <Button variant="tertiary" size="compact" onClick={onRestore}>
          {restores[kind]}
        </Button>
      )}
    </section>
  );
}

const titleOf = (name: string): string =>
  name === '' ? say('Classic') : (getBlockType(name)?.title ?? name);

/** Block-level elements. */
const lines =
  'address,blockquote,dd,details,div,dl,dt,figcaption,figure,h1,h2,h3,h4,h5,h6,hr,li,ol,p,pre,section,summary,table,tr,ul';

const nameOfFile = (address: string): string => address.split(/[?#]/, 1)[0]?.split('/').at(-1) || address;

/** The visible text of HTML: a line per paragraph, media by file name. Nothing in it runs or is fetched. */
function wordsOfHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const comment of commentsIn(body)) comment.remove();
  for (const hidden of body.querySelectorAll('script,style,template')) hidden.remove();
  for (const media of body.querySelectorAll('img,video,audio,iframe')) {
    const alt = media.getAttribute('alt');
    media.replaceWith(`[${nameOfFile(media.getAttribute('src') ?? '')}${alt ? `: ${alt}` : ''}]`);
  }
  for (const end of body.querySelectorAll('br')) end.replaceWith('\n');
  for (const cell of body.querySelectorAll('td,th')) cell.append(' ');
  for (const element of body.querySelectorAll(lines)) {
    element.prepend('\n');
    element.append('\n');
  }
  return (body.textContent ?? '')
    .replaceAll(/[ \t\u00a0]+/g, ' ')
    .replaceAll(/ ?\n[\s]*/g, '\n')
    .trim();
}

function commentsIn(root: Node): Comment[] {
  const found: Comment[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_COMMENT);
  while (walker.nextNode()) found.push(walker.currentNode as Comment);
  return found;
}

/** A block's text, or its settings if it has no text. */
export function wordsOfBlock(slice: string): string {
  const words = wordsOfHtml(slice);
  if (words !== '') return words;
  const [block] = parseMarkup(slice, () => undefined).filter(({ name }) => name !== '');
  return block
    ? Object.entries(block.attributes)
        .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
        .join('\n')
    : '';
}

/** Milliseconds before a diff is given up and both texts are shown in full. */
export const patienceMs = 400;

/** Inline diff: removed text struck through, added text underlined. */
export function WordsChanged({
  older,
  newer,
  isCode = false,
}: {
  readonly older: string;
  readonly newer: string;
  readonly isCode?: boolean;
}) {
  const parts = useMemo(
    () =>
      diffWordsWithSpace(older, newer, { timeout: patienceMs }) ?? [
        { value: older, removed: true, added: false },
        { value: newer, added: true, removed: false },
      ],
    [older, newer],
  );
  return (
    <p className={isCode ? 'past-words past-code' : 'past-words'} dir="auto">
      {parts.map(({ value, added, removed }, index) =>
        // Identified only by their order.
        // oxlint-disable-next-line react/no-array-index-key
        added ? (
          <ins key={index}>{value}</ins>
        ) : removed ? (
          <del key={index}>{value}</del>
        ) : (
          <span key={index}>{value}</span>
        ),
      )}
    </p>
  );
}
