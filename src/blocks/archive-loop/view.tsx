import { permalinks } from '../../content/permalinks.ts';
import { Card } from '../../ui/card.tsx';
import { picturesOf } from '../../ui/pictured.ts';
import { Pager } from '../../ui/pager.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { fillIn } from '../../lib/fill-in.ts';
import { useWords } from '../../ui/words.ts';
import type { ViewProps } from '../block.ts';
import { archiveShapes } from './block.ts';
import type { Settings } from './block.ts';
import type { ArchiveData } from './loader.server.ts';

export function View({ settings, data, blockId }: ViewProps<Settings, ArchiveData>) {
  const words = useWords();
  if (data.cards.length === 0) return <Empty data={data} />;
  return (
    <section className="archive-loop" id={blockId} aria-label={settings.custom_title || words.articles}>
      {data.heading === ''
        ? <SectionTitle title={settings.custom_title} />
        : <h1 className="section-title">{data.heading}{data.current > 1 && fillIn(words.archive_page, data.current)}</h1>}
      <Cards settings={settings} data={data} />
      <Pager
        label={words.pager_pages} current={data.current} pages={data.pages} hasNext={data.hasNext}
        urlOf={(page) => permalinks(data.structure).paged(data.path, page)}
      />
    </section>
  );
}

const firstSizes = '(min-width: 2240px) 960px, (min-width: 1680px) 720px, (min-width: 1019px) 836px, 100vw';

function Cards({ settings, data }: { readonly settings: Settings; readonly data: ArchiveData }) {
  const { style } = settings;
  const shape = archiveShapes[style];
  const common = {
    heading: settings.custom_title === '' || data.heading !== '' ? 2 : 3, excerpt: style !== 'compact', ...(data.terms && { terms: data.terms }),
  } as const;
  const [first, ...others] = data.cards;
  // A first one without a picture is large only where no other has one, either.
  const isWords = data.cards.every(({ picture }) => picture === undefined);
  const big = settings.big_first && data.current === 1 && first !== undefined && (isWords || first.picture !== undefined);
  const listed = big ? others : data.cards;
  const pictures = style === 'cards' || picturesOf(listed) === 'plates' ? picturesOf(listed) : 'own';
  return (
    <>
      {big && <div className="archive-first"><Card card={first} shape="lead" pictures="own" {...common} eager sizes={firstSizes} /></div>}
      {listed.length > 0 && (
        <ul className={`list list-${style} columns-${settings.td_column_number}`}>
          {listed.map((card, index) => (
            <li key={card.id}>
              <Card card={card} shape={shape} pictures={pictures} {...common} eager={!big && index === 0 && data.above === 0} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Empty({ data }: { readonly data: ArchiveData }) {
  const words = useWords();
  if (data.search === undefined) {
    if (data.current > 1) return <p className="empty-state">{words.archive_past_end} <a className="text-link" href={data.path}>{words.archive_first}</a></p>;
    if (data.path === '/') return <EmptySite />;
    return <p className="empty-state">{`${words.archive_empty} ${words.archive_empty_soon}`}</p>;
  }
  if (data.search.trim() === '') return <p className="empty-state">{words.search_empty}</p>;
  return (
    <div className="empty-state">
      <p>{fillIn(data.sections.length > 0 ? words.search_none_sections : words.search_none, data.search)}</p>
      {data.sections.length > 0 && <ul className="empty-sections">{data.sections.map(({ id, name, url }) => <li key={id}><a href={url}>{name}</a></li>)}</ul>}
    </div>
  );
}

/** The front page of a site without articles is seen by those who set it up. */
function EmptySite() {
  const words = useWords();
  const [beforeImport, afterImport] = words.empty_site_import.split('%s');
  const [beforeDemo, afterDemo] = words.empty_site_demo.split('%s');
  return (
    <div className="empty-state">
      <p>{words.empty_site}</p>
      <p>{beforeImport}<code>npm run broadsheet -- import my-export.xml</code>{afterImport} {beforeDemo}<code>npm run broadsheet -- demo</code>{afterDemo}</p>
    </div>
  );
}
