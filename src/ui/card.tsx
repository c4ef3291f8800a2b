import { classes } from './class-names.ts';
import { useContext } from 'react';
import type { ReactNode } from 'react';
import type { PostCard } from '../modules/posts/model.ts';
import type { SearchTerm } from '../modules/search/query.ts';
import type { DateStyle } from '../lib/dates.ts';
import { ActScope, useActing } from '../reader/islands/acting.ts';
import type { Act, NoteAct } from '../reader/islands/acting.ts';
import { renderHtml } from './elements.tsx';
import { AuthorNames, PostTime } from './byline.tsx';
import { noteReadsNow, take } from '../lib/noted-reads.ts';
import type { Noted } from '../lib/noted-reads.ts';
import { cutText } from '../lib/cut-text.ts';
import { DateScope, useLanguage, useWords, WordScope, useTextDirection } from './language.ts';
import { Kicker } from './kicker.tsx';
import type { CardShape } from '../lib/cards.ts';
import { Marked } from './search-parts.tsx';
import { Picture, hasLeadPicture, plateGround, sizesInColumns, sizesInList, sizesInRow } from './picture.tsx';
import { plateOf } from '../lib/cards.ts';
import type { PictureProps, Pictures } from './picture.tsx';
import type { RelativeWords } from './byline.tsx';
import type { ViewWords } from './language.ts';

/** A video that opens over the page when the picture is clicked. */
export interface PlayMark {
  readonly url: string;
  readonly label: string;
}

export interface CardProps {
  readonly card: PostCard;
  /** A block's `stylesOf` must name the style sheets of all its shapes. */
  readonly shape: CardShape;
  readonly heading?: 2 | 3;
  readonly excerpt?: boolean;
  readonly kicker?: boolean;
  readonly byline?: boolean;
  readonly ago?: RelativeWords | undefined;
  /** The page's first picture. */
  readonly eager?: boolean;
  readonly terms?: readonly SearchTerm[];
  /** Width on screen, as in `<img sizes>`, if not the shape's usual one. */
  readonly sizes?: string;
  readonly plays?: PlayMark | undefined;
  /** How to fill the picture's space (`picturesOf`). A block that sets it names the sheet `card-plate`. */
  readonly pictures?: Pictures;
  /** In place of the byline. */
  readonly facts?: ReactNode;
  /** The page's author: bylines omit the name if it is a post's only one. */
  readonly by?: number | undefined;
}

const usualSizes: Readonly<Record<Exclude<CardShape, 'text'>, string>> = {
  lead: sizesInRow(2 / 3, 48, '100vw'),
  slip: sizesInRow(2 / 3, 0, '100vw'),
  grid: sizesInColumns(3),
  list: sizesInList,
  thumb: '96px',
};
const ratios: Readonly<Record<keyof typeof usualSizes, PictureProps['ratio']>> = {
  lead: '16x9',
  slip: '4x3',
  grid: '3x2',
  list: '3x2',
  thumb: '1x1',
};

/** Characters of an excerpt by shape: three to four lines in its usual width. */
const excerptRooms: Readonly<Record<CardShape, number>> = {
  lead: 230,
  slip: 170,
  grid: 150,
  list: 210,
  thumb: 150,
  text: 200,
};
/** Without a picture: five lines on a phone, where leads have larger text, and in narrow columns. */
const bareRooms: typeof excerptRooms = { lead: 150, slip: 130, grid: 130, list: 190, thumb: 130, text: 190 };

/** The label of the comments link; prefixed with the visible count where the translated form omits it (one and two in some languages). */
const commentsLabel = (shown: string, said: string) => (said.includes(shown) ? said : `${shown}: ${said}`);

/** The excerpt, including a manual one, cut to whole sentences or words. */
export function shortExcerpt(
  { excerpt }: Pick<PostCard, 'excerpt'>,
  shape: CardShape,
  hasPicture: boolean,
): string {
  return cutText(excerpt, (hasPicture ? excerptRooms : bareRooms)[shape]);
}

/** A post in a list. A post without a title is named by its date. */
export function Card({ pictures: wanted, ...others }: CardProps) {
  const { card, shape, ago, terms, plays, facts } = others;
  // A lead without a large picture shows text only: an enlarged picture or a letter would add nothing.
  const isLead = shape === 'lead' || shape === 'slip';
  const pictures: Pictures | undefined = !isLead
    ? wanted
    : !hasLeadPicture(card)
      ? 'none'
      : wanted === 'plates'
        ? 'own'
        : wanted;
  const props: CardProps = { ...others, ...(pictures !== undefined && { pictures }) };
  const dates = useContext(DateScope);
  const words = useWords();
  const note = useContext(ActScope);
  const className = classes(
    'card',
    `card-${shape}`,
    shape !== 'text' && (pictures === 'none' || (pictures !== 'plates' && !card.picture)) && 'card-bare',
  );
  return ago || terms || plays || facts !== undefined ? (
    <article className={className}>
      <CardParts {...props} />
    </article>
  ) : (
    <article
      className={className}
      dangerouslySetInnerHTML={{ __html: cardHtml(props, dates, words, note) }}
    />
  );
}

interface DrawnCard {
  readonly dates: DateStyle;
  readonly words: ViewWords;
  readonly html: Noted<string>;
  readonly acts: readonly Act[];
}

/** HTML by card and by rendering options; pages share cards. */
const htmlByCard = new WeakMap<PostCard, Map<string, DrawnCard>>();

/** Renders each card once per shape, since lists of many pages share them. */
function cardHtml({ card, ...look }: CardProps, dates: DateStyle, words: ViewWords, note: NoteAct): string {
  const rendered = htmlByCard.get(card) ?? new Map();
  htmlByCard.set(card, rendered);
  const key = [
    look.shape,
    look.heading,
    look.excerpt,
    look.kicker,
    look.byline,
    look.eager,
    look.sizes,
    look.pictures,
    look.by,
  ].join();
  const known = rendered.get(key);
  const drawn =
    known?.dates === dates && known.words === words ? known : drawCard({ card, ...look }, dates, words);
  rendered.set(key, drawn);
  drawn.acts.forEach(note);
  return take(drawn.html);
}

function drawCard(props: CardProps, dates: DateStyle, words: ViewWords): DrawnCard {
  const acts = new Set<Act>();
  const parts = (
    <DateScope value={dates}>
      <WordScope value={words}>
        <CardParts {...props} />
      </WordScope>
    </DateScope>
  );
  const html = noteReadsNow(() => renderHtml(<ActScope value={(act) => acts.add(act)}>{parts}</ActScope>));
  return { dates, words, html, acts: [...acts] };
}

function CardParts(props: CardProps) {
  const { card, shape, heading = 3, excerpt = false, kicker = true, byline = true } = props;
  const { terms, plays, pictures, facts } = props;
  const words = useWords();
  const language = useLanguage();
  const directionOf = useTextDirection();
  const acting = useActing();
  const Heading = heading === 2 ? 'h2' : 'h3';
  const picture = shape === 'text' || pictures === 'none' ? undefined : card.picture;
  const said = !excerpt ? '' : terms ? card.excerpt : shortExcerpt(card, shape, Boolean(picture));
  if (picture && plays) acting.onPage('video');
  return (
    <>
      {(picture || pictures === 'plates') && cardPicture(props, picture)}
      <div className="card-text">
        {kicker && card.category && <Kicker category={card.category} />}
        <Heading className="card-title" dir={directionOf(card.title)}>
          <a href={card.url}>
            {card.format === 'video' && <span className="visually-hidden">{`${words.card_video} `}</span>}
            {card.title === '' ? (
              <PostTime at={card.publishedAt} length="full" />
            ) : terms ? (
              <Marked text={card.title} terms={terms} />
            ) : (
              card.title
            )}
          </a>
        </Heading>
        {said !== '' && (
          <p className="card-excerpt" dir={directionOf(said)}>
            {terms ? <Marked text={said} terms={terms} /> : said}
          </p>
        )}
        {facts !== undefined ? facts : byline && cardByline(props, words, language)}
      </div>
    </>
  );
}

// Plain functions, since components would slow down lists of many cards.
function cardPicture(
  { card, shape, plays, pictures, sizes, eager = false }: CardProps,
  picture: PostCard['picture'],
) {
  if (shape === 'text') return null;
  const plate = plateOf(card.title);
  const ground = plateGround(card, picture);
  return (
    <a
      className={classes('card-picture', ground?.className)}
      style={ground?.style}
      href={card.url}
      {...(picture && plays
        ? { 'data-mfp-src': plays.url, 'aria-label': plays.label }
        : { tabIndex: -1, 'aria-hidden': true })}
    >
      {picture ? (
        <Picture
          picture={picture}
          sizes={sizes ?? usualSizes[shape]}
          ratio={ratios[shape]}
          eager={eager}
          alt=""
          plate={shape === 'lead' || shape === 'slip' ? '' : plate}
          holds={pictures !== undefined}
        />
      ) : (
        <span className={`picture picture-${ratios[shape]}`}>
          <i className="plate">{plate}</i>
        </span>
      )}
      {card.format === 'video' && <VideoMark />}
    </a>
  );
}

function cardByline(
  { card, ago, by }: CardProps,
  words: ViewWords,
  language: ReturnType<typeof useLanguage>,
) {
  const authors = card.authors.length === 1 && card.authors[0]?.id === by ? [] : card.authors;
  const time = <PostTime at={card.publishedAt} ago={ago} />;
  const comments = card.commentCount > 0 ? language.number(card.commentCount) : '';
  return (
    <p className="byline">
      {authors.length > 0 && (
        <span>
          <AuthorNames authors={authors} />
        </span>
      )}
      {card.commentCount === 0 ? (
        time
      ) : (
        // Nested, so that the count wraps together with the date.
        <span className="byline">
          {time}
          <a
            href={`${card.url}#comments`}
            aria-label={commentsLabel(comments, language.counted(words.comment_count, card.commentCount))}
          >
            {comments}
            <CommentMark />
          </a>
        </span>
      )}
    </p>
  );
}

function VideoMark() {
  return (
    <span className="video-mark">
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path d="M8 5v14l11-7z" fill="currentColor" />
      </svg>
    </span>
  );
}

function CommentMark() {
  return (
    <svg viewBox="0 0 16 16" width="13" height="13" aria-hidden="true">
      <path
        d="M2 3h12v8H7l-3 3v-3H2z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinejoin="round"
      />
    </svg>
  );
}
