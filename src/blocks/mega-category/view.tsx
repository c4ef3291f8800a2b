import { useContext } from 'react';
import type { CardLink } from '../../modules/posts/model.ts';
import { Card } from '../../ui/card.tsx';
import { ListPart } from '../../ui/pager.tsx';
import { fillIn } from '../../lib/messages.ts';
import { useWords } from '../../ui/language.ts';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { MegaCategoryData } from './loader.server.ts';

/** The newest posts of a category next to its subcategories, which replace the posts when selected. */
export function View({
  data: { links, shownId, cards, state },
  blockId,
}: ViewProps<Settings, MegaCategoryData>) {
  const words = useWords();
  const items = useContext(ListPart) === 'items';
  const { category, subcategories } = links;
  const posts =
    cards.length === 0 ? (
      <p className="empty-state">{words.archive_empty}</p>
    ) : (
      <ul className="mega-cards" data-pages={state?.max_num_pages}>
        {cards.map((card) => (
          <li key={card.id}>
            <Card
              card={card}
              heading={2}
              shape="grid"
              kicker={false}
              byline={false}
              excerpt={!card.picture}
              sizes="280px"
            />
          </li>
        ))}
      </ul>
    );
  if (items) return posts;
  return (
    <div
      className="mega-category"
      data-block-id={state && blockId}
      data-state={state && JSON.stringify(state)}
    >
      {subcategories.length > 0 && (
        <ul className="mega-filter">
          <li>
            <Filter link={{ ...category, name: fillIn(words.mega_all, category.name) }} shownId={shownId} />
          </li>
          {subcategories.map((link) => (
            <li key={link.id}>
              <Filter link={link} shownId={shownId} />
            </li>
          ))}
        </ul>
      )}
      <div className="mega-posts">{posts}</div>
    </div>
  );
}

function Filter({ link, shownId }: { readonly link: CardLink; readonly shownId: number }) {
  return (
    <a href={link.url} data-mega-filter={link.id} aria-current={link.id === shownId ? 'true' : undefined}>
      {link.name}
    </a>
  );
}
