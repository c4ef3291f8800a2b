import { useActing } from '../../reader/islands/acting.ts';
import { PostTime } from '../../ui/byline.tsx';
import { useWords, useTextDirection } from '../../ui/language.ts';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { TickerData } from './loader.server.ts';

export function View({ data, blockId }: ViewProps<Settings, TickerData>) {
  const words = useWords();
  const directionOf = useTextDirection();
  const acting = useActing();
  const { cards, label, start } = data;
  const config = { blockUid: blockId, start, posts: cards.map(({ id }) => id) };
  return (
    <section className="ticker" id={blockId} aria-label={label} {...acting.now('ticker', config)}>
      <p className="ticker-label">{label}</p>
      <ul className="ticker-items">
        {cards.map((card, index) => (
          <li key={card.id} data-ticker-item="" hidden={index > 0}>
            <a href={card.url} dir={directionOf(card.title)}>
              {card.title || <PostTime at={card.publishedAt} length="full" />}
            </a>
          </li>
        ))}
      </ul>
      {cards.length > 1 && (
        <p className="ticker-steps">
          {start !== 'manual' && (
            <button type="button" data-ticker-pause="" aria-pressed="false" aria-label={words.ticker_pause}>
              <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
                <path className="ticker-pause" d="M5.5 3v10M10.5 3v10" />
                <path className="ticker-run" d="m5 3 7 5-7 5Z" />
              </svg>
            </button>
          )}
          <button type="button" data-ticker-step="-1" aria-label={words.ticker_previous}>
            <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
              <path d="M10 3 5 8l5 5" fill="none" stroke="currentColor" strokeWidth="1.6" />
            </svg>
          </button>
          <button type="button" data-ticker-step="1" aria-label={words.ticker_next}>
            <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
              <path d="m6 3 5 5-5 5" fill="none" stroke="currentColor" strokeWidth="1.6" />
            </svg>
          </button>
        </p>
      )}
    </section>
  );
}
