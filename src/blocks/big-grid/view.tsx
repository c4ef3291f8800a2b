import type { z } from 'zod';
import type { PostCard } from '../../content/posts/card.ts';
import { Card } from '../../ui/card.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import type { ViewProps } from '../block.ts';
import type { PostListData } from '../post-list/data.ts';
import type { bigGridSettings } from './block.ts';

export function View({ settings, data: { cards, section }, blockId }: ViewProps<z.output<typeof bigGridSettings>, PostListData>) {
  const big = settings.grid === 'one-four' && cards.length >= 5;
  const shown = big ? withPictureFirst(cards.slice(0, 5)) : cards.slice(0, 3);
  if (shown.length === 0) return null;
  const common = { kicker: settings.show_category, byline: settings.show_meta };
  return (
    <section className="big-grid" id={blockId} aria-label={settings.custom_title || section?.name}>
      <SectionTitle title={settings.custom_title} color={settings.header_color} section={section} />
      <ul className={`big-grid-${big ? 'one-four' : 'three'}`}>
        {shown.map((card, index) => <li key={card.id}><Card card={card} shape={big && index > 0 ? 'grid' : 'slip'} excerpt={settings.show_excerpt && big && index === 0} {...common} /></li>)}
      </ul>
    </section>
  );
}

/** The big place is for a picture: the newest post that has one takes it. */
function withPictureFirst(cards: readonly PostCard[]): readonly PostCard[] {
  const lead = cards.find(({ picture }) => picture !== undefined);
  return lead ? [lead, ...cards.filter((card) => card !== lead)] : cards;
}
