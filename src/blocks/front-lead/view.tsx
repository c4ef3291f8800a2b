import type { PostCard } from '../../modules/posts/model.ts';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/class-names.ts';
import { sizesInRow } from '../../ui/picture.tsx';
import { useWords } from '../../ui/language.ts';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { FrontLeadData } from './loader.server.ts';

const middling = 2;

/** A word too long for a column of headlines, which would become taller than the lead. Only of scripts with spaces. */
const longWord = /[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Arab}\p{sc=Hebr}\p{M}]{25}/u;

/** Picture widths with one column on each side of the lead, and with one column, as in `styles.css`. */
const sizesOf = {
  three: {
    lead: sizesInRow(2.3 / 4.3, 128, '100vw'),
    side: sizesInRow(1 / 4.3, 128, '(min-width: 600px) 50vw, 36vw'),
  },
  two: {
    lead: sizesInRow(2.3 / 3.3, 64, '100vw'),
    side: sizesInRow(1 / 3.3, 64, '(min-width: 600px) 50vw, 36vw'),
  },
} as const;

/**
 * The layout follows from the posts: a single one fills the row, up to four have no column of headlines, and without
 * any picture all are text only. Very long headlines move below.
 */
export function View({
  settings,
  data: {
    cards: [lead, ...others],
  },
  blockId,
}: ViewProps<Settings, FrontLeadData>) {
  const words = useWords();
  const isWords = [lead, ...others].every(({ picture }) => picture === undefined);
  // A single headline gets no column of its own.
  const beside = others.length === middling + 1 && !isWords ? others.length : middling;
  const texts = others.slice(beside);
  const isBelow = texts.some(({ title }) => longWord.test(title));
  const hasThree = texts.length > 0 && !isBelow;
  const sizes = sizesOf[hasThree ? 'three' : 'two'];
  const common = { pictures: 'own', kicker: settings.show_category, byline: settings.show_meta } as const;
  const sideShape = (card: PostCard, index: number) =>
    isWords || (index >= middling && !card.picture) ? 'text' : 'grid';
  return (
    <section
      // Set before the cards arrive: on a slow connection the lead would move when they do.
      className={classes(
        'front',
        isWords && 'front-words',
        others.length === 0 && 'front-one',
        hasThree && 'front-three',
        isBelow && 'front-below',
      )}
      id={blockId}
      aria-label={words.top_stories}
    >
      <Card card={lead} shape="lead" heading={2} excerpt eager sizes={sizes.lead} {...common} />
      {others.length > 0 && (
        <div className="front-side">
          {others.slice(0, beside).map((card, index) => (
            <Card
              key={card.id}
              card={card}
              shape={sideShape(card, index)}
              excerpt={!card.picture && index < middling}
              sizes={sizes.side}
              {...common}
            />
          ))}
        </div>
      )}
      {texts.length > 0 && (
        <div className={`front-texts front-texts-${texts.length}`}>
          {texts.map((card) => (
            <Card key={card.id} card={card} shape="text" excerpt {...common} />
          ))}
        </div>
      )}
    </section>
  );
}
