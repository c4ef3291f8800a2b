import type { z } from 'zod';
import type { PostCard } from '../../modules/posts/model.ts';
import { Card } from '../../ui/card.tsx';
import type { CardProps } from '../../ui/card.tsx';
import { pictureFirst, picturesOf, sizesInColumns, sizesInRow } from '../../ui/picture.tsx';
import type { ViewProps } from '../block.ts';
import type { PostListData } from '../post-list/data.ts';
import { ListFrame } from '../post-list/list-frame.tsx';
import { bigGrids } from './block.ts';
import type { BigGrid, bigGridSettings } from './block.ts';

/** Number of cells per grid with the text on a slip over a tall picture; the other cells have it below. */
const slips: Readonly<Record<BigGrid, number>> = { 'one-four': 1, three: 3, 'one-two': 1, 'two-three': 2 };

/**
 * Widths of the pictures in each grid (`theme/lists/grid-NAME.css`), with and without a slip. Slip cells are taller
 * than most pictures, which are cropped at the sides and therefore wider than their cells.
 */
const sizesOf: Readonly<Record<BigGrid, { readonly slip: string; readonly grid: string }>> = {
  'one-four': {
    slip: sizesInRow(0.68, 64, '(min-width: 600px) 108vw, 100vw'),
    grid: sizesInRow(1 / 4.1, 64, '(min-width: 600px) 50vw, 36vw'),
  },
  three: { slip: sizesInRow(0.375, 64, '(min-width: 768px) 33vw, 100vw'), grid: sizesInColumns(3) },
  'one-two': {
    slip: sizesInRow(0.737, 32, '(min-width: 768px) 67vw, (min-width: 600px) 108vw, 100vw'),
    grid: sizesInRow(1 / 2.9, 32, '(min-width: 768px) 32vw, (min-width: 600px) 50vw, 100vw'),
  },
  'two-three': {
    slip: sizesInColumns(2),
    grid: sizesInColumns(3, '(min-width: 768px) 33vw, (min-width: 600px) 50vw, 100vw'),
  },
};

/** The largest grid that the posts fill. */
export function fittingGrid(wanted: BigGrid, posts: number): BigGrid {
  return posts >= bigGrids[wanted] ? wanted : 'three';
}

export function View({
  settings: { grid: wanted },
  data,
  blockId,
}: ViewProps<Pick<z.output<typeof bigGridSettings>, 'grid'>, PostListData>) {
  const { section, state, settings: shown } = data;
  const grid = fittingGrid(wanted, data.cards.length);
  return (
    <ListFrame data={data} blockId={blockId} className="big-grid">
      <GridCards
        grid={grid}
        cards={data.cards.slice(0, bigGrids[grid])}
        pages={state.max_num_pages}
        excerpt={shown.show_excerpt}
        kicker={shown.show_category && section === undefined}
        byline={shown.show_meta}
      />
    </ListFrame>
  );
}

interface GridCardsProps
  extends Pick<CardProps, 'by' | 'byline' | 'eager' | 'excerpt' | 'heading' | 'kicker'> {
  readonly grid: BigGrid;
  readonly cards: readonly PostCard[];
  readonly pages?: number | undefined;
}

/** `eager`: the grid's first picture is the page's first. */
export function GridCards({ grid, cards, pages, excerpt = false, eager = false, ...common }: GridCardsProps) {
  const isWords = cards.every(({ picture }) => picture === undefined);
  const shown = grid === 'three' ? cards : pictureFirst(cards);
  const small = isWords ? 'own' : picturesOf(shown.slice(slips[grid]));
  // One or two cards share the row of three.
  const few =
    grid === 'three' && shown.length < bigGrids.three
      ? sizesInColumns(shown.length, `(min-width: 768px) ${Math.round(95 / shown.length)}vw, 100vw`)
      : undefined;
  return (
    <ul className={`big-grid-${grid}`} data-pages={pages}>
      {shown.map((card, index) => {
        const slip = index < slips[grid];
        return (
          <li key={card.id}>
            <Card
              card={card}
              shape={slip ? 'slip' : 'grid'}
              pictures={slip ? (isWords ? 'own' : 'plates') : small}
              eager={eager && index === 0}
              sizes={few ?? sizesOf[grid][slip ? 'slip' : 'grid']}
              excerpt={excerpt && (isWords || (slip ? slips[grid] === 1 : small === 'none'))}
              {...common}
            />
          </li>
        );
      })}
    </ul>
  );
}
