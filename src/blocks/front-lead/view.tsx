import { Card } from '../../ui/card.tsx';
import { useWords } from '../../ui/words.ts';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { FrontLeadData } from './loader.server.ts';

/** Posts beside the big one that have pictures. */
const middling = 2;

export function View({ settings, data: { cards: [lead, ...others] }, blockId }: ViewProps<Settings, FrontLeadData>) {
  const words = useWords();
  const side = others.slice(0, middling);
  const texts = others.slice(middling);
  const common = { kicker: settings.show_category, byline: settings.show_meta };
  return (
    <section className="front" id={blockId} aria-label={words.top_stories}>
      <Card card={lead} shape="lead" heading={2} excerpt eager {...common} />
      {side.length > 0 && <div className="front-side">
        {side.map((card) => <Card key={card.id} card={card} shape="grid" excerpt={!card.picture} {...common} />)}
      </div>}
      {texts.length > 0 && <div className="front-texts">{texts.map((card) => <Card key={card.id} card={card} shape="text" {...common} />)}</div>}
    </section>
  );
}
