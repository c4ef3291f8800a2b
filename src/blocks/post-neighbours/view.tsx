import type { PostCard } from '../../modules/posts/model.ts';
import { plateOf } from '../../lib/cards.ts';
import { classes } from '../../ui/class-names.ts';
import { Picture, plateGround } from '../../ui/picture.tsx';
import { PostTime } from '../../ui/byline.tsx';
import { useWords, useTextDirection } from '../../ui/language.ts';
import type { ViewProps } from '../block.ts';
import type { NeighboursData } from './loader.server.ts';

export function View({ data }: ViewProps<unknown, NeighboursData>) {
  const words = useWords();
  return (
    <nav className="post-neighbours" aria-label={words.post_neighbours}>
      {data.previous && <Neighbour card={data.previous} rel="prev" label={data.labels.previous} />}
      {data.next && <Neighbour card={data.next} rel="next" label={data.labels.next} />}
    </nav>
  );
}

function Neighbour({
  card,
  rel,
  label,
}: {
  readonly card: PostCard;
  readonly rel: 'prev' | 'next';
  readonly label: string;
}) {
  const directionOf = useTextDirection();
  const ground = card.picture && plateGround(card, card.picture);
  return (
    <a
      className={classes('post-neighbour', `post-neighbour-${rel}`, ground?.className)}
      style={ground?.style}
      href={card.url}
      rel={rel}
    >
      {card.picture && (
        <Picture picture={card.picture} ratio="1x1" sizes="96px" alt="" plate={plateOf(card.title)} />
      )}
      <span className="post-neighbour-text">
        <span className="post-neighbour-label">{label}</span>
        <span className="post-neighbour-title" dir={directionOf(card.title)}>
          {card.title || <PostTime at={card.publishedAt} length="full" />}
        </span>
      </span>
    </a>
  );
}
