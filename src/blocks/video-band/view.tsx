import type { PostCard } from '../../modules/posts/model.ts';
import { Card } from '../../ui/card.tsx';
import { picturesOf, sizesInColumns, sizesInRow } from '../../ui/picture.tsx';
import { SectionTitle } from '../../ui/kicker.tsx';
import { useWords } from '../../ui/language.ts';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { VideoBandData } from './loader.server.ts';

const besideSizes = sizesInRow(0.42 / 2.7, 48, '36vw');
/** Minimum width in pixels of a full-width picture. */
const wideEnough = 1200;
/** A single film shows its picture at full width if that is large enough, otherwise next to the text. */
const isWide = ({ picture }: PostCard) => (picture?.width ?? 0) >= wideEnough;
const aloneSizes = (card: PostCard) =>
  isWide(card) ? sizesInColumns(1, '100vw') : sizesInRow(1 / 2, 48, '100vw');

export function View({
  settings,
  data: {
    cards: [lead, ...others],
    plays,
  },
  blockId,
}: ViewProps<Settings, VideoBandData>) {
  const words = useWords();
  const cards = [lead, ...others];
  const beside = picturesOf(others);
  const isWords = lead.picture === undefined; // the first card with a picture leads
  const isRow = cards.length === 2 || cards.length === 3;
  return (
    <section className="video-band" id={blockId} aria-label={settings.custom_title || words.videos}>
      <SectionTitle title={settings.custom_title} />
      {isWords && (
        <div className={`video-band-words video-band-words-${cards.length}`}>
          {cards.map((card) => (
            <Card key={card.id} card={card} shape="grid" excerpt />
          ))}
        </div>
      )}
      {!isWords && isRow && (
        <div className={`video-band-row video-band-row-${cards.length}`}>
          {cards.map((card) => (
            <Card
              key={card.id}
              card={card}
              shape="grid"
              pictures={picturesOf(cards) === 'own' ? 'own' : 'plates'}
              excerpt
              plays={plays.get(card.id)}
              sizes={sizesInColumns(cards.length, '(min-width: 768px) 47vw, 100vw')}
            />
          ))}
        </div>
      )}
      {!isWords && !isRow && (
        <div className={`video-band-cards${others.length === 0 && isWide(lead) ? ' video-band-wide' : ''}`}>
          <Card
            card={lead}
            shape="lead"
            pictures="own"
            excerpt
            plays={plays.get(lead.id)}
            {...(others.length === 0 && { sizes: aloneSizes(lead) })}
          />
          {others.length > 0 && (
            <ul>
              {others.map((card) => (
                <li key={card.id}>
                  <Card
                    card={card}
                    shape="list"
                    pictures={beside}
                    byline={false}
                    plays={plays.get(card.id)}
                    sizes={besideSizes}
                  />
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </section>
  );
}
