import { Card } from '../../ui/card.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { NotFoundData } from './loader.server.ts';

export function View({ data, blockId }: ViewProps<Settings, NotFoundData>) {
  return (
    <section className="not-found">
      <h1 className="not-found-title">{data.title}</h1>
      <p className="not-found-text">{data.text} The address may be mistyped, or the article may have moved. Search for it, or go on with the newest articles below.</p>
      <SearchForm id={`${blockId}-search`} />
      {data.cards.length > 0 && (
        <div className="not-found-latest">
          <SectionTitle title="Latest" />
          <ul className="list list-cards columns-3">{data.cards.map((card) => <li key={card.id}><Card card={card} shape="grid" /></li>)}</ul>
        </div>
      )}
    </section>
  );
}
