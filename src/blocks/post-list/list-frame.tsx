import { useContext } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { useActing } from '../../reader/islands/acting.ts';
import { classes } from '../../ui/class-names.ts';
import { fillIn } from '../../lib/messages.ts';
import { Pager, StepPager, ListPart } from '../../ui/pager.tsx';
import { useWords } from '../../ui/language.ts';
import { SectionTitle } from '../../ui/kicker.tsx';
import { blockPageUrl } from './data.ts';
import type { PostListData } from './data.ts';
import type { PostListSettings } from './settings.ts';

export interface ListFrameProps {
  readonly data: PostListData;
  readonly blockId: string;
  readonly className?: string;
  /** The posts, which another page replaces. */
  readonly children: ReactNode;
}

const stepping: ReadonlySet<string> = new Set(['next_prev', 'other']);

/**
 * The frame of all lists with pages: title, filter and paging as links that work without scripts, and the state for
 * `reader/behaviours/list-pages.ts`.
 */
export function ListFrame({ data, blockId, className, children }: ListFrameProps) {
  const { settings, state, filters } = data;
  const { articles } = useWords();
  const acting = useActing();
  if (useContext(ListPart) === 'items') return children;
  const pages =
    settings.ajax_pagination !== '' &&
    (state.max_num_pages > 1 || state.td_current_page > 1 || filters.length > 0);
  const title = settings.custom_title || data.section?.name || undefined;
  return (
    <section
      className={classes(
        'post-list',
        pages && stepping.has(settings.ajax_pagination) && title !== undefined && 'has-steps',
        settings.gap >= 0 && 'has-gap',
        settings.title_size > 0 && 'has-title-size',
        className,
      )}
      id={blockId}
      aria-label={title ?? articles}
      style={looks(settings)}
      data-block-type={state.block_type}
      data-state={JSON.stringify(state)}
      data-loader={data.loaderColor || undefined}
      data-draws={data.draws.now || undefined}
      data-filter-draws={data.draws.byFilter || undefined}
      {...(pages || filters.length > 0 || data.draws.now > 0 ? acting.now('list-pages') : {})}
    >
      {(title !== undefined || filters.length > 0) && (
        <div className="list-head">
          <SectionTitle title={settings.custom_title} color={settings.header_color} section={data.section} />
          {filters.length > 0 && <Filter data={data} blockId={blockId} />}
        </div>
      )}
      <div className="post-list-items">{children}</div>
      {pages && <ListPager data={data} blockId={blockId} />}
    </section>
  );
}

function looks({ text_color: color, title_size: size, gap }: PostListSettings): CSSProperties | undefined {
  const properties = {
    ...(color && { '--ink': color }),
    ...(size > 0 && { '--list-title': `${size}px` }),
    ...(gap >= 0 && { '--list-gap': `${gap}px` }),
  };
  // React's types lack custom properties.
  return Object.keys(properties).length === 0 ? undefined : (properties as CSSProperties);
}

function Filter({ data: { filters, state, path }, blockId }: Pick<ListFrameProps, 'data' | 'blockId'>) {
  const acting = useActing();
  const chosen = filters.find(({ value }) => value === state.td_filter_value) ?? filters[0];
  return (
    <details className="list-filter" {...acting.now('pull-down', { blockUid: blockId })}>
      <summary>{chosen?.label}</summary>
      <ul>
        {filters.map(({ value, label }) => (
          <li key={value}>
            <a
              href={blockPageUrl(path, blockId, 1, value)}
              data-filter={value}
              rel="nofollow"
              aria-current={value === chosen?.value ? 'true' : undefined}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Real links to the pages of a list; scripts load pages in place. */
function ListPager({ data, blockId }: Pick<ListFrameProps, 'data' | 'blockId'>) {
  const {
    settings,
    state: { td_current_page: current, max_num_pages: pages, td_filter_value: filter },
    words,
  } = data;
  const own = useWords();
  const label =
    settings.custom_title === '' ? own.list_pages : fillIn(own.list_pages_of, settings.custom_title);
  const urlOf = (page: number) => blockPageUrl(data.path, blockId, page, filter, data.seed);
  const previous = current > 1 ? urlOf(current - 1) : undefined;
  const next = current < pages ? urlOf(current + 1) : undefined;
  if (settings.ajax_pagination === 'numbered') {
    return pages > 1 ? (
      <Pager label={label} current={current} pages={pages} urlOf={urlOf} />
    ) : (
      <nav className="pager" aria-label={label} hidden />
    );
  }
  if (stepping.has(settings.ajax_pagination))
    return <StepPager label={label} previous={previous} next={next} />;
  return (
    <>
      {previous !== undefined && (
        <p className="load-before">
          <a className="button button-quiet" href={previous} rel="prev">
            {words.previous}
          </a>
        </p>
      )}
      <p className="load-more" hidden={next === undefined}>
        <a className="button button-quiet" href={next} rel={next && 'next'}>
          {words.loadMore}
        </a>
      </p>
    </>
  );
}
