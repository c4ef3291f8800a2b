import type { z } from 'zod';
import { Card } from '../../ui/card.tsx';
import { pictureFirst, picturesOf } from '../../ui/pictured.ts';
import type { ViewProps } from '../block.ts';
import type { PostListData } from '../post-list/data.ts';
import { ListFrame } from '../post-list/list-frame.tsx';
import { bigGrids } from './block.ts';
import type { BigGrid, bigGridSettings } from './block.ts';

/** Places of each grid whose text lies on a slip of paper over a tall picture; the others have it below. */
const slips: Readonly<Record<BigGrid, number>> = { 'one-four': 1, three: 3, 'one-two': 1, 'two-three': 2 };

export function View({ settings: { grid: wanted }, data, blockId }: ViewProps<Pick<z.output<typeof bigGridSettings>, 'grid'>, PostListData>) {
  const { section, settings, state } = data;
  const grid = data.cards.length >= bigGrids[wanted] ? wanted : 'three';
  const chosen = data.cards.slice(0, bigGrids[grid]);
  const isWords = chosen.every(({ picture }) => picture === undefined);
  const shown = grid === 'three' ? chosen : pictureFirst(chosen);
  const common = { kicker: settings.show_category && section === undefined, byline: settings.show_meta };
  const small = isWords ? 'own' : picturesOf(shown.slice(slips[grid]));
  return (
    <ListFrame data={data} blockId={blockId} className="big-grid">
      <ul className={`big-grid-${grid}`} data-pages={state.max_num_pages}>
        {shown.map((card, index) => {
          const slip = index < slips[grid];
          return <li key={card.id}>
            <Card
              card={card} shape={slip ? 'slip' : 'grid'} pictures={slip ? (isWords ? 'own' : 'plates') : small}
              excerpt={settings.show_excerpt && (isWords || (slip ? slips[grid] === 1 : small === 'none'))} {...common}
            />
          </li>;
        })}
      </ul>
    </ListFrame>
  );
}
