import { useActing } from '../../reader/islands/acting.ts';
import { Card } from '../../ui/card.tsx';
import type { ViewProps } from '../block.ts';
import type { MoreArticlesData } from './loader.server.ts';

/** Hidden until `reader/behaviours/more-articles.ts` shows it. The wrapper is a polite live region. */
export function View({ data, blockId }: ViewProps<unknown, MoreArticlesData>) {
  const acting = useActing();
  const { title, close, cards, distance, days } = data;
  return (
    <div
      className="more-articles"
      tabIndex={-1}
      aria-live="polite"
      {...acting.now('more-articles', { distance, days })}
    >
      <aside aria-labelledby={blockId} hidden>
        <h2 className="section-title" id={blockId}>
          {title}
        </h2>
        <button type="button" aria-label={close} title={close}>
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="M4 4l12 12M16 4 4 16" />
          </svg>
        </button>
        <ul className="list">
          {cards.map((card) => (
            <li key={card.id}>
              <Card card={card} shape="thumb" byline={false} />
            </li>
          ))}
        </ul>
      </aside>
    </div>
  );
}
