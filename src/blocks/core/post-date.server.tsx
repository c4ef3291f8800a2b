import { flag, record, string, word } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { CoreTime, relativeWords } from './core-time.tsx';
import { currentItem } from './block-context.server.ts';

/** Milliseconds that a page with `3 hours ago` may be cached. */
const agoAge = 60 * 60_000;

/** Publication or modification date; an explicit `datetime`, mostly bound, takes precedence. */
export const block = defineCoreBlock({
  name: 'core/post-date',
  attributes: {
    format: string('', 50),
    isLink: flag(false),
    displayType: word(['date', 'modified']),
    datetime: string('', 40),
    metadata: record(),
  },
  load: async ({ displayType, datetime, format, metadata }, context) => {
    const item = await currentItem(context);
    const given = datetime !== '' || isBound(metadata);
    const at = given ? momentOf(datetime) : displayType === 'date' ? item?.publishedAt : changedAt(item);
    if (at === undefined || !(Math.abs(at) > 0 && Math.abs(at) <= 8.64e15)) return undefined;
    if (format === 'human-diff') context.expireIn(agoAge);
    return {
      at,
      url: item?.url,
      isChange: !given && displayType === 'modified',
      ago: await relativeWords(context),
    };
  },
  View: ({ settings, data: { at, url, isChange, ago } }) => {
    const time = <CoreTime at={at} format={settings.format} ago={ago} url={undefined} />;
    return (
      <div {...wrapperProps('core/post-date', settings, isChange && 'wp-block-post-date__modified-date')}>
        {settings.isLink && url !== undefined ? <a href={url}>{time}</a> : time}
      </div>
    );
  },
});

/** Milliseconds; NaN if invalid. UTC without a zone, as WordPress reads it on any server. */
function momentOf(input: string): number {
  const text = input.trim();
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return Date.parse(text);
  if (/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?$/.test(text))
    return Date.parse(`${text.replace(' ', 'T')}Z`);
  return Date.parse(
    /(?:\d\s*Z|\b(?:UTC?|GMT|[ECMP][SD]T)|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text} UTC`,
  );
}

/** A date bound to a missing value, such as the modification of an unmodified post, is not shown. */
function isBound({ bindings }: Readonly<Record<string, unknown>>): boolean {
  return typeof bindings === 'object' && bindings !== null && 'datetime' in bindings;
}

function changedAt(
  item: { readonly publishedAt: number; readonly modifiedAt: number } | undefined,
): number | undefined {
  return item && item.modifiedAt > item.publishedAt ? item.modifiedAt : undefined;
}
