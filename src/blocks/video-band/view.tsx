import { Card } from '../../ui/card.tsx';
import { picturesOf } from '../../ui/pictured.ts';
import { SectionTitle } from '../../ui/section-title.tsx';
import { useWords } from '../../ui/words.ts';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { VideoBandData } from './loader.server.ts';

export function View({ settings, data: { cards: [lead, ...others], plays }, blockId }: ViewProps<Settings, VideoBandData>) {
  const words = useWords();
  const beside = picturesOf(others);
  const isWords = lead.picture === undefined; // the first that has a picture leads
  return (
    <section className="video-band" id={blockId} aria-label={settings.custom_title || words.videos}>
      <SectionTitle title={settings.custom_title} />
      <div className={isWords ? `video-band-words video-band-words-${others.length + 1}` : 'video-band-cards'}>
        {isWords
          ? [lead, ...others].map((card) => <Card key={card.id} card={card} shape="grid" excerpt />)
          : <Card card={lead} shape="lead" pictures="own" excerpt plays={plays.get(lead.id)} />}
        {others.length > 0 && !isWords && <ul>
          {others.map((card) => <li key={card.id}>
            <Card card={card} shape="list" pictures={beside} byline={false} plays={plays.get(card.id)} sizes="(min-width: 1019px) 168px, 36vw" />
          </li>)}
        </ul>}
      </div>
    </section>
  );
}
