import type { ReactNode } from 'react';
import { htmlToText } from '../../lib/plain-text.ts';
import { headlineLevel, titleLevel, plateOf } from '../../lib/cards.ts';
import { useActing } from '../../reader/islands/acting.ts';
import { classes } from '../../ui/class-names.ts';
import { PostTime } from '../../ui/byline.tsx';
import { useTextDirection } from '../../ui/language.ts';
import type { ViewProps } from '../block.ts';
import type { SiteRelatedData } from './loader.server.ts';
import type { RelatedConfig, RelatedItem, RelatedList } from './related-item.ts';

/**
 * Uses the public widget's elements, ids, classes and data attributes, which imported sites' styles and scripts expect.
 * `reader/behaviours/related/draw-related.ts` creates the same.
 */
export function View({ data }: ViewProps<unknown, SiteRelatedData>) {
  const acting = useActing();
  const { list, excludeIds, config } = data;
  const isEmpty = !list || list.items.length === 0;
  return (
    <div
      id="jp-relatedposts"
      className="jp-relatedposts"
      hidden={isEmpty}
      data-exclude={excludeIds.length > 0 ? excludeIds.join(',') : undefined}
      {...acting.now('site-related', config)}
    >
      {!isEmpty && <Filling list={list} config={config} />}
    </div>
  );
}

interface FillingProps {
  readonly list: RelatedList;
  readonly config: RelatedConfig;
}

export function Filling({ list, config }: FillingProps) {
  return (
    <>
      {config.headline !== '' && (
        <h3 className="jp-relatedposts-headline section-title" aria-level={headlineLevel}>
          <em>{config.headline}</em>
        </h3>
      )}
      <Items list={list} config={config} />
    </>
  );
}

function Items({ list, config }: FillingProps) {
  const Item = list.show_thumbnails ? VisualItem : MinimalItem;
  return (
    <div
      className={`jp-relatedposts-items jp-relatedposts-items-${list.show_thumbnails ? 'visual' : 'minimal'} jp-relatedposts-${list.layout}`}
    >
      {list.items.map((item) => (
        <Item key={item.id} item={item} list={list} config={config} />
      ))}
    </div>
  );
}

interface ItemProps extends FillingProps {
  readonly item: RelatedItem;
}

function VisualItem({ item, list, config }: ItemProps) {
  const { src, width, height, srcset, sizes, alt_text: alt } = item.img;
  const excerpt = htmlToText(item.excerpt);
  const excerptDirection = useTextDirection()(excerpt);
  return (
    <Frame item={item} className={src ? 'jp-relatedposts-post-thumbs' : 'jp-relatedposts-post-nothumbs'}>
      {src ? (
        // The title below has the same link, so keyboards and screen readers skip this one.
        <PostLink item={item} isSecond>
          <img
            className="jp-relatedposts-post-img"
            src={src}
            srcSet={srcset}
            sizes={sizes}
            width={width || undefined}
            height={height || undefined}
            alt={alt}
            loading="lazy"
            decoding="async"
            data-plate={plateOf(item.title)}
          />
        </PostLink>
      ) : (
        <PostLink item={item} isSecond className="jp-relatedposts-post-aoverlay" />
      )}
      <Title item={item} config={config} />
      <p className="jp-relatedposts-post-excerpt" dir={excerptDirection}>
        {excerpt}
      </p>
      <Notes item={item} list={list} />
    </Frame>
  );
}

function MinimalItem({ item, list, config }: ItemProps) {
  return (
    <Frame item={item}>
      <Title item={item} config={config} />
      <Notes item={item} list={list} />
    </Frame>
  );
}

function Frame({
  item,
  className,
  children,
}: {
  readonly item: RelatedItem;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  const ground = className === undefined ? undefined : item.ground;
  return (
    <div
      className={classes(
        'jp-relatedposts-post',
        `jp-relatedposts-post${item.url_meta.position}`,
        className,
        ground?.className,
        ...item.classes,
      )}
      style={ground?.style}
      data-post-id={item.id}
      data-post-format={String(item.format)}
      data-plate={className === 'jp-relatedposts-post-nothumbs' ? plateOf(item.title) : undefined}
    >
      {children}
    </div>
  );
}

function Title({ item, config }: Pick<ItemProps, 'item' | 'config'>) {
  const Heading = config.heading as 'h4';
  const directionOf = useTextDirection();
  return (
    <Heading
      className="jp-relatedposts-post-title"
      aria-level={titleLevel(config)}
      dir={directionOf(item.title)}
    >
      <PostLink item={item}>{item.title}</PostLink>
    </Heading>
  );
}

function Notes({ item, list }: { readonly item: RelatedItem; readonly list: RelatedList }) {
  return (
    <>
      {list.show_date && (
        <p className="jp-relatedposts-post-date">
          <ItemDate item={item} />
        </p>
      )}
      {list.show_context && item.context !== '' && (
        <p className="jp-relatedposts-post-context">{item.context}</p>
      )}
    </>
  );
}

/** The date in the site's format; items known only from JSON keep theirs. */
function ItemDate({ item: { date, publishedAt } }: { readonly item: RelatedItem }) {
  return publishedAt === undefined ? date : <PostTime at={publishedAt} />;
}

interface PostLinkProps {
  readonly item: RelatedItem;
  readonly className?: string;
  readonly isSecond?: boolean;
  readonly children?: ReactNode;
}

function PostLink({ item, className, isSecond = false, children }: PostLinkProps) {
  const { origin, position } = item.url_meta;
  return (
    <a
      className={classes('jp-relatedposts-post-a', className)}
      href={item.url}
      rel={item.rel || undefined}
      data-origin={origin}
      data-position={position}
      {...(isSecond ? { tabIndex: -1, 'aria-hidden': true } : {})}
    >
      {children}
    </a>
  );
}
