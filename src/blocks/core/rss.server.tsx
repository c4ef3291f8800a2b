import { useContext } from 'react';
import { dueAt, feedAddress, feedKey } from '../../modules/feeds/model.ts';
import type { FeedItem } from '../../modules/feeds/model.ts';
import { mayWriteAnything } from '../../modules/posts/policy.ts';
import { fillIn } from '../../lib/messages.ts';
import { trimWords } from '../../lib/plain-text.ts';
import { withoutOpener } from '../../lib/clean-html/addresses.ts';
import { DateScope, formatDate, isoIn, useWords } from '../../ui/language.ts';
import { flag, string, whole, word } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import type { CoreSettings } from './core-block.ts';

const attributes = {
  feedURL: string('', 2000),
  columns: whole(2, { min: 1, max: 6 }),
  blockLayout: word(['list', 'grid']),
  itemsToShow: whole(5, { min: 1, max: 20 }),
  displayExcerpt: flag(false),
  displayAuthor: flag(false),
  displayDate: flag(false),
  excerptLength: whole(55, { min: 1, max: 200 }),
  openInNewTab: flag(false),
  rel: string('', 200),
};

/** Milliseconds until a page checks whether the fetch job has new items. */
const minMs = 60_000;

export const block = defineCoreBlock({
  name: 'core/rss',
  attributes,
  load: async ({ feedURL, itemsToShow }, context) => {
    const { content, now } = context;
    const url = feedAddress(feedURL);
    // The site's own front page would embed itself; a one-character address is no feed.
    if (url === undefined || url.replace(/\/$/, '') === content.siteUrl) return undefined;
    context.tag(`feed:${feedKey(url)}`);
    const feed = await content.feeds.find(url, now);
    context.expireIn(Math.max(minMs, feed ? dueAt(feed) - now : 0));
    const fault = feed && feed.fault !== '' && mayWriteAnything(context.viewer.actor) ? feed.fault : '';
    return { items: feed?.items.slice(0, itemsToShow) ?? [], fault };
  },
  View: ({ settings, data: { items, fault } }) => {
    const words = useWords();
    // No heading for an empty feed.
    if (items.length === 0)
      return <Notice>{fault === '' ? words.feed_none : `${words.feed_none} ${fault}`}</Notice>;
    const { blockLayout, columns, displayDate, displayAuthor, displayExcerpt } = settings;
    const isGrid = blockLayout === 'grid';
    const list = (
      <ul
        {...wrapperProps(
          'core/rss',
          settings,
          isGrid && 'is-grid',
          isGrid && `columns-${columns}`,
          displayDate && 'has-dates',
          displayAuthor && 'has-authors',
          displayExcerpt && 'has-excerpts',
        )}
      >
        {items.map((item, index) => (
          <Entry key={`${index} ${item.url}`} item={item} settings={settings} />
        ))}
      </ul>
    );
    return fault === '' ? (
      list
    ) : (
      <>
        {list}
        <Notice>{fault}</Notice>
      </>
    );
  },
});

const Notice = ({ children }: { readonly children: string }) => (
  <div className="components-placeholder">
    <div className="notice notice-error">{children}</div>
  </div>
);

function Entry({
  item: { title, url, author, publishedAt, summary },
  settings,
}: {
  readonly item: FeedItem;
  readonly settings: CoreSettings<typeof attributes>;
}) {
  const words = useWords();
  const dates = useContext(DateScope);
  const { openInNewTab, rel, displayDate, displayAuthor, displayExcerpt, excerptLength } = settings;
  const name = title || words.no_title;
  return (
    <li className="wp-block-rss__item">
      <div className="wp-block-rss__item-title">
        {url === '' ? (
          name
        ) : (
          <a
            href={url}
            target={openInNewTab ? '_blank' : undefined}
            rel={withoutOpener(rel).trim() || undefined}
          >
            {name}
          </a>
        )}
      </div>
      {displayDate && publishedAt !== 0 && (
        <time dateTime={isoIn(publishedAt, dates)} className="wp-block-rss__item-publish-date">
          {formatDate(publishedAt, 'full', dates)}
        </time>
      )}
      {displayAuthor && author !== '' && (
        <span className="wp-block-rss__item-author">{fillIn(words.written_by, author)}</span>
      )}
      {displayExcerpt && summary !== '' && (
        <div className="wp-block-rss__item-excerpt">
          {trimWords(summary, excerptLength).replace(/…$/, ' […]')}
        </div>
      )}
    </li>
  );
}
