import type { z } from 'zod';
import type { PostCard } from '../../content/posts/card.ts';
import { Card } from '../../ui/card.tsx';
import type { ViewProps } from '../block.ts';
import type { PostListData } from '../post-list/data.ts';
import { ListFrame } from '../post-list/list-frame.tsx';
import { bigGrids } from './block.ts';
import type { BigGrid, bigGridSettings } from './block.ts';

/** Places of each grid whose text lies on a slip of paper over a tall picture; the others have it below. */
const slips: Readonly<Record<BigGrid, number>> = { 'one-four': 1, three: 3, 'one-two': 1, 'two-three': 2 };

export function View({ settings: { grid: wanted }, data, blockId }: ViewProps<Pick<z.output<typeof bigGridSettings>, 'grid'>, PostListData>) {
  const { cards, section, settings, state } = data;
  const grid = cards.length >= bigGrids[wanted] ? wanted : 'three';
  const shown = grid === 'three' ? cards.slice(0, 3) : withPictureFirst(cards.slice(0, bigGrids[grid]));
  const common = { kicker: settings.show_category && section === undefined, byline: settings.show_meta };
  return (
    <ListFrame data={data} blockId={blockId} className="big-grid">
      <ul className={`big-grid-${grid}`} data-pages={state.max_num_pages}>
        {shown.map((card, index) => {
          const slip = index < slips[grid];
          return <li key={card.id}>
            <Card card={card} shape={slip ? 'slip' : 'grid'} excerpt={settings.show_excerpt && slip && slips[grid] === 1} {...common} />
          </li>;
        })}
      </ul>
    </ListFrame>
  );
}

/** The big place is for a picture: the newest post that has one takes it. */
function withPictureFirst(cards: readonly PostCard[]): readonly PostCard[] {
  const lead = cards.find(({ picture }) => picture !== undefined);
  return lead ? [lead, ...cards.filter((card) => card !== lead)] : cards;
}
