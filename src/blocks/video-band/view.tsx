import { Card } from '../../ui/card.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { useWords } from '../../ui/words.ts';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { VideoBandData } from './loader.server.ts';

export function View({ settings, data: { cards: [lead, ...others], plays }, blockId }: ViewProps<Settings, VideoBandData>) {
  const words = useWords();
  return (
    <section className="video-band" id={blockId} aria-label={settings.custom_title || words.videos}>
      <SectionTitle title={settings.custom_title} />
      <div className="video-band-cards">
        <Card card={lead} shape="lead" excerpt plays={plays.get(lead.id)} />
        {others.length > 0 && <ul>
          {others.map((card) => <li key={card.id}><Card card={card} shape="list" byline={false} plays={plays.get(card.id)} /></li>)}
        </ul>}
      </div>
    </section>
  );
}
