import { classes } from '../../ui/class-names.ts';
import { Card } from '../../ui/card.tsx';
import type { CardProps } from '../../ui/card.tsx';
import { Pager, StepPager } from '../../ui/pager.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import type { ViewProps } from '../block.ts';
import { blockPageUrl } from './data.ts';
import type { PostListData } from './data.ts';
import type { ListStyle, PostListSettings } from './settings.ts';

const shapes: Readonly<Record<ListStyle, CardProps['shape']>> = { cards: 'grid', list: 'list', compact: 'text', ranks: 'text', reel: 'grid' };
const withExcerpts: ReadonlySet<ListStyle> = new Set(['cards', 'list']);

export function View({ settings, data, blockId }: ViewProps<PostListSettings, PostListData>) {
  const { state } = data;
  if (data.cards.length === 0 && state.td_current_page === 1) return null;
  const paged = settings.ajax_pagination !== '' && state.max_num_pages > 1;
  return (
    <section className={classes('post-list', `post-list-${settings.style}`)} id={blockId} data-block-type={state.block_type} data-state={JSON.stringify(state)}>
      <SectionTitle title={settings.custom_title} color={settings.header_color} section={data.section} />
      <div className="post-list-items"><Cards settings={settings} data={data} /></div>
      {paged && <ListPager settings={settings} data={data} blockId={blockId} />}
    </section>
  );
}

/** The cards of a list in its style, without title and paging: what a page call replaces. */
export function Cards({ settings, data }: { readonly settings: PostListSettings; readonly data: PostListData }) {
  const { style } = settings;
  if (data.cards.length === 0) return <p className="empty-state">There are no more posts here.</p>;
  const ago = settings.time_ago_add_txt === '' ? undefined : { word: settings.time_ago_add_txt, now: data.now };
  const common = { ago, byline: settings.show_meta };
  const Items = style === 'ranks' ? 'ol' : 'ul';
  // A row that scrolls is reached by keyboard, and named, since it is a stop of its own.
  const reel = style === 'reel' ? { tabIndex: 0, 'aria-label': settings.custom_title || data.section?.name || 'Articles' } : {};
  return (
    <Items className={`list list-${style} columns-${Math.min(data.cards.length, data.state.td_column_number)}`} {...reel}>
      {data.cards.map((card) => (
        <li key={card.id}><Card card={card} shape={shapes[style]} excerpt={settings.show_excerpt && (withExcerpts.has(style) || (style === 'reel' && !card.picture))} kicker={settings.show_category && card.category?.id !== data.section?.id} {...common} /></li>
      ))}
    </Items>
  );
}

/** Real links to the pages of a list; scripts turn pages in place. */
function ListPager({ settings, data, blockId }: Omit<ViewProps<PostListSettings, PostListData>, 'children'>) {
  const { td_current_page: current, max_num_pages: pages } = data.state;
  const label = settings.custom_title === '' ? 'Pages of this list' : `Pages of “${settings.custom_title}”`;
  const urlOf = (page: number) => blockPageUrl(data.path, blockId, page);
  if (settings.ajax_pagination === 'numbered') return <Pager label={label} current={current} pages={pages} urlOf={urlOf} />;
  if (settings.ajax_pagination === 'next_prev' || settings.ajax_pagination === 'other') {
    return <StepPager label={label} previous={current > 1 ? urlOf(current - 1) : undefined} next={current < pages ? urlOf(current + 1) : undefined} />;
  }
  return current < pages ? <p className="load-more"><a className="button button-quiet" href={urlOf(current + 1)} rel="next">Load more</a></p> : null;
}
