import { spaceBehind } from '../../lib/messages.ts';
import { Card } from '../../ui/card.tsx';
import { picturesOf } from '../../ui/picture.tsx';
import { SearchForm } from '../../ui/search-parts.tsx';
import { SectionTitle } from '../../ui/kicker.tsx';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { NotFoundData } from './loader.server.ts';

export function View({ data: { texts, cards, sections }, blockId }: ViewProps<Settings, NotFoundData>) {
  return (
    <section className="not-found">
      <h1 className="not-found-title">{texts.not_found_title}</h1>
      <p className="not-found-text">
        {texts.not_found_text}
        {spaceBehind(texts.not_found_text)}
        {texts.not_found_advice}
      </p>
      <SearchForm id={`${blockId}-search`} texts={texts} />
      {sections.length > 0 && (
        <ul className="not-found-sections">
          {sections.map(({ id, name, url }) => (
            <li key={id}>
              <a href={url}>{name}</a>
            </li>
          ))}
        </ul>
      )}
      {cards.length > 0 && (
        <div className="not-found-latest">
          <SectionTitle title={texts.not_found_latest} />
          <ul className="list list-cards columns-3">
            {cards.map((card) => (
              <li key={card.id}>
                <Card card={card} shape="grid" pictures={picturesOf(cards)} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
