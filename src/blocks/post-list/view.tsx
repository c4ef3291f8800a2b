import type { CSSProperties, ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/class-names.ts';
import {
  pictureFirst,
  picturesOf,
  isLastOdd,
  sizesInColumns,
  sizesInListOfTwo,
  sizesInRow,
  sizesOfCards,
  sizesOfLastOfTwo,
} from '../../ui/picture.tsx';
import { PostTime } from '../../ui/byline.tsx';
import { useWords } from '../../ui/language.ts';
import type { ViewProps } from '../block.ts';
import type { PostListData } from './data.ts';
import { ListFrame } from './list-frame.tsx';
import { inRows, listShapes } from './settings.ts';
import type { ListStyle } from './settings.ts';

const withExcerpts: ReadonlySet<ListStyle> = new Set(['cards', 'list']);

/** 15 % wider, because a lead's picture grows with the column next to it. */
const leadSizes = sizesInRow((1.15 * 1.35) / 2.35, 90, '(min-width: 768px) calc(66vw - 76px), 100vw');
const fewBeside = 4;

/** Widths of the pictures of `count` posts next to a lead (`list-lead.css`); undefined for the shape's usual ones. */
function sizesBeside(count: number): string | undefined {
  if (count >= fewBeside) return undefined;
  const share = (count === 1 ? 1 : 0.42) / 2.35;
  return sizesInRow(share, 32, `(min-width: 768px) ${Math.round(95 * share)}vw, 88px`);
}

/** Widths of pictures in `columns` of a style (`theme/lists/list-STYLE.css`), if they differ from their shape's usual ones. */
function sizesOf(style: ListStyle, columns: number, cards: number, index: number): string | undefined {
  if (style === 'reel') {
    if (cards < 4)
      return sizesInColumns(
        Math.max(2, cards),
        `(min-width: 600px) ${Math.round(95 / Math.max(2, cards))}vw, min(76vw, 290px)`,
      );
    const [widest, wide, narrow] =
      cards > 5 ? [326, 260, 260] : cards > 4 ? [408, 326, 260] : [456, 366, 286];
    return `(min-width: 2240px) ${widest}px, (min-width: 1680px) ${wide}px, (min-width: 1019px) ${narrow}px, min(76vw, 290px)`;
  }
  if (style === 'cards' && columns > 1)
    return sizesOfCards(columns === 3 || columns === 4 ? columns : 2, cards, index);
  if (style !== 'list' || columns !== 2) return undefined;
  return isLastOdd(index, cards) ? sizesOfLastOfTwo : sizesInListOfTwo;
}

type Props = Pick<ViewProps<unknown, PostListData>, 'data' | 'blockId'> & {
  readonly className?: string;
  /** By id of the post, in place of author and date. */
  readonly facts?: ReadonlyMap<number, ReactNode>;
};

export function View({ data, blockId, className, facts }: Props) {
  return (
    <ListFrame
      data={data}
      blockId={blockId}
      className={classes(`post-list-${data.settings.style}`, className)}
    >
      <Cards data={data} {...(facts && { facts })} />
    </ListFrame>
  );
}

/** `data-pages` passes the number of pages to scripts. */
function Cards({ data, facts }: Pick<Props, 'data' | 'facts'>) {
  const words = useWords();
  const { settings } = data;
  const { style } = settings;
  // A large post without a picture would leave a gap next to smaller ones with pictures. An editor's own order is
  // preserved.
  const cards =
    style === 'lead' && settings.post_ids.length === 0 && settings.sort === ''
      ? pictureFirst(data.cards)
      : data.cards;
  const [firstShape, shape = firstShape] = listShapes[style];
  const { td_column_number: columns, max_num_pages: pages } = data.state;
  if (cards.length === 0)
    return (
      <p className="empty-state" data-pages={pages}>
        {words.list_end}
      </p>
    );
  const ago =
    settings.time_ago_add_txt === '' ? undefined : { word: settings.time_ago_add_txt, now: data.now };
  const pictures = inRows.has(style) ? picturesOf(cards) : undefined;
  const isWire = style === 'wire';
  const common = { ago, byline: settings.show_meta && !isWire };
  const hasExcerpts = withExcerpts.has(style) || (style === 'lead' && cards.length - 1 <= fewBeside);
  const shown = Math.min(cards.length, columns);
  const Items = style === 'ranks' ? 'ol' : 'ul';
  // A scrolling row is a tab stop, so it has a name.
  const reel =
    style === 'reel'
      ? { tabIndex: 0, 'aria-label': settings.custom_title || data.section?.name || words.articles }
      : {};
  // Numbers continue from the previous page.
  const start =
    style === 'ranks' && data.state.td_current_page > 1
      ? { style: { counterReset: `rank ${(data.state.td_current_page - 1) * settings.limit}` } }
      : style === 'lead'
        ? { style: { '--beside': cards.length - 1 } as CSSProperties }
        : {};
  return (
    <Items
      className={classes('list', `list-${style}`, `columns-${shown}`)}
      data-pages={pages}
      {...reel}
      {...start}
    >
      {cards.map((card, index) => {
        const big = style === 'lead' && index === 0;
        const small =
          style === 'lead' ? sizesBeside(cards.length - 1) : sizesOf(style, shown, cards.length, index);
        const own = big ? leadSizes : small;
        return (
          <li key={card.id}>
            {isWire && (
              <p className="wire-time">
                <PostTime at={card.publishedAt} ago={ago} />
              </p>
            )}
            <Card
              card={card}
              shape={index === 0 ? firstShape : shape}
              {...common}
              pictures={pictures}
              byline={common.byline && (style !== 'lead' || big)}
              {...(facts && { facts: facts.get(card.id) })}
              {...(own && { sizes: own })}
              excerpt={
                settings.show_excerpt && (big || hasExcerpts || (style === 'reel' && pictures === 'none'))
              }
              kicker={settings.show_category && card.category?.id !== data.section?.id}
            />
          </li>
        );
      })}
    </Items>
  );
}
