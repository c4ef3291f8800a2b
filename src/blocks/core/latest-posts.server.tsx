import { useContext } from 'react';
import type { Picture, PostCard } from '../../modules/posts/model.ts';
import { articleType } from '../../modules/types/names.ts';
import { DateScope, formatDate, isoIn, useWords } from '../../ui/language.ts';
import { fillIn } from '../../lib/messages.ts';
import { openingWords } from '../../lib/markup/opening-words.ts';
import type { LoadContext } from '../load-context.ts';
import { flag, string, termIds, whole, word } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import type { CoreSettings } from './core-block.ts';
import { excerptOfWords, ownExcerptOf } from './block-context.server.ts';

const attributes = {
  categories: termIds(),
  selectedAuthor: whole(0),
  postsToShow: whole(5, { min: 1, max: 100 }),
  displayPostContent: flag(false),
  displayPostContentRadio: word(['excerpt', 'full_post']),
  excerptLength: whole(55, { min: 1, max: openingWords }),
  displayAuthor: flag(false),
  displayPostDate: flag(false),
  postLayout: word(['list', 'grid']),
  columns: whole(3, { min: 1, max: 6 }),
  order: word(['desc', 'asc']),
  orderBy: word(['date', 'title']),
  displayFeaturedImage: flag(false),
  featuredImageAlign: word(['', 'left', 'center', 'right']),
  featuredImageSizeSlug: string('thumbnail', 50),
  featuredImageSizeWidth: whole(0, { max: 5000 }),
  featuredImageSizeHeight: whole(0, { max: 5000 }),
  addLinkToFeaturedImage: flag(false),
};
type Settings = CoreSettings<typeof attributes>;

interface Item {
  readonly card: PostCard;
  readonly html?: string | undefined;
  /** Only if the block shows it. */
  readonly excerpt?: string;
}

/** Lengths of cached lists; blocks with up to that many posts share them. */
const lengths = [10, 100];

export const block = defineCoreBlock({
  name: 'core/latest-posts',
  showsPosts: true,
  attributes,
  load: async (settings, context): Promise<{ readonly items: readonly Item[] }> => {
    const { categories, selectedAuthor, postsToShow, order, orderBy } = settings;
    // Cached per page, since whole texts may contain this very list.
    const length = lengths.find((one) => one >= postsToShow) ?? postsToShow; // lists that differ only in their length share a cached one
    const listed = await context.cache(
      `latest posts ${JSON.stringify([categories, selectedAuthor, length, order, orderBy])}`,
      (inner) => {
        inner.tag(`list:${articleType}`);
        for (const id of categories) inner.tag(`list:term:${id}`);
        if (selectedAuthor > 0) inner.tag(`list:author:${selectedAuthor}`);
        return listIds({ ...settings, postsToShow: length }, inner);
      },
    );
    const ids = listed.slice(0, postsToShow);
    context.noteShown(ids);
    const cards = await context.cards(ids);
    const { displayPostContent, displayPostContentRadio: kind, excerptLength } = settings;
    const items = cards.map(async (card): Promise<Item> => {
      if (!displayPostContent) return { card };
      if (kind === 'full_post')
        return { card, html: await context.renderDocument({ post: card.id }, { postId: card.id }) };
      return {
        card,
        excerpt: card.hasOwnExcerpt
          ? await ownExcerptOf(card, context)
          : await excerptOfWords(card, excerptLength, context),
      };
    });
    return { items: await Promise.all(items) };
  },
  View: ({ settings, data: { items } }) => {
    const { displayPostDate, displayAuthor } = settings;
    return (
      <ul
        {...wrapperProps(
          'core/latest-posts',
          settings,
          'wp-block-latest-posts__list',
          ...gridClasses(settings),
          displayPostDate && 'has-dates',
          displayAuthor && 'has-author',
        )}
      >
        {items.map((item) => (
          <LatestPost key={item.card.id} item={item} settings={settings} />
        ))}
      </ul>
    );
  },
});

/** Only posts assigned to one of the categories directly, as in WordPress. */
function listIds(
  { categories, selectedAuthor, postsToShow: limit, order, orderBy }: Settings,
  { together: { listed, inWindow } }: LoadContext,
): Promise<readonly number[]> {
  const termGroups = categories.length === 0 ? [] : [categories];
  const authorIds = selectedAuthor > 0 ? [selectedAuthor] : undefined;
  if (orderBy === 'title') {
    return inWindow({
      termGroups,
      ownTermsOnly: true,
      authorIds,
      order: order === 'asc' ? 'title' : 'title-down',
      limit,
    });
  }
  return listed({
    type: articleType,
    termGroups: termGroups.length === 0 ? undefined : termGroups,
    authorIds,
    order: 'published_at',
    descending: order === 'desc',
    limit,
    offset: 0,
  });
}

function gridClasses({ postLayout, columns, layout }: Settings): string[] {
  const isGrid = (layout.type ?? postLayout) === 'grid';
  const count = Number(layout.columnCount ?? columns);
  if (!isGrid) return [];
  return [
    'is-grid',
    ...(count >= 1 && count <= 16 ? [`columns-${Math.trunc(count)}`] : []),
    ...(layout.minimumColumnWidth ? ['has-native-responsive-grid'] : []),
  ];
}

function LatestPost({
  item: { card, html, excerpt },
  settings,
}: {
  readonly item: Item;
  readonly settings: Settings;
}) {
  const words = useWords();
  const dates = useContext(DateScope);
  const {
    displayFeaturedImage,
    featuredImageAlign: align,
    addLinkToFeaturedImage,
    displayAuthor,
    displayPostDate,
  } = settings;
  const title = card.title || words.no_title;
  const author = card.authors.map(({ name }) => name).join(', ');
  const image = displayFeaturedImage && card.picture && (
    <FeaturedImage picture={card.picture} settings={settings} />
  );
  return (
    <li>
      {image && (
        <div className={`wp-block-latest-posts__featured-image${align === '' ? '' : ` align${align}`}`}>
          {addLinkToFeaturedImage ? (
            <a href={card.url} aria-label={title}>
              {image}
            </a>
          ) : (
            image
          )}
        </div>
      )}
      <a className="wp-block-latest-posts__post-title" href={card.url}>
        {title}
      </a>
      {displayAuthor && author !== '' && (
        <div className="wp-block-latest-posts__post-author">{fillIn(words.written_by, author)}</div>
      )}
      {displayPostDate && (
        <time dateTime={isoIn(card.publishedAt, dates)} className="wp-block-latest-posts__post-date">
          {formatDate(card.publishedAt, 'full', dates)}
        </time>
      )}
      {excerpt !== undefined && (
        <Excerpt text={excerpt} url={card.url} title={title} more={words.read_more} />
      )}
      {html !== undefined && (
        <div
          className="wp-block-latest-posts__post-full-content"
          dangerouslySetInnerHTML={{ __html: html }}
        />
      )}
    </li>
  );
}

interface ExcerptProps {
  readonly text: string;
  readonly url: string;
  readonly title: string;
  readonly more: string;
}

/** A cut excerpt has a link to the post. */
function Excerpt({ text, url, title, more }: ExcerptProps) {
  if (!text.endsWith('…')) return <div className="wp-block-latest-posts__post-excerpt">{text}</div>;
  return (
    <div className="wp-block-latest-posts__post-excerpt">
      {`${text} `}
      <a className="wp-block-latest-posts__read-more" href={url} rel="noopener">
        {more}
        <span className="screen-reader-text visually-hidden">{`: ${title}`}</span>
      </a>
    </div>
  );
}

/** Pixels of WordPress' sizes; others show the original. */
const widths: Readonly<Record<string, number>> = {
  thumbnail: 150,
  medium: 300,
  medium_large: 768,
  large: 1024,
};

function FeaturedImage({ picture, settings }: { readonly picture: Picture; readonly settings: Settings }) {
  const {
    featuredImageSizeSlug: slug,
    featuredImageSizeWidth: maxWidth,
    featuredImageSizeHeight: maxHeight,
  } = settings;
  const size = slug.replace(/[^\w-]/g, '');
  const width = Math.min(picture.width, widths[slug] ?? picture.width);
  const isSmall = width <= 150;
  const style = { ...(maxWidth > 0 && { maxWidth }), ...(maxHeight > 0 && { maxHeight }) };
  return (
    <img
      className={`attachment-${size} size-${size} wp-post-image`}
      src={isSmall ? picture.small : picture.src}
      {...(!isSmall &&
        picture.srcset !== '' && {
          srcSet: picture.srcset,
          sizes: `(max-width: ${width}px) 100vw, ${width}px`,
        })}
      {...(width > 0 && { width, height: Math.round((picture.height * width) / picture.width) })}
      alt={picture.alt}
      loading="lazy"
      decoding="async"
      style={style}
    />
  );
}
