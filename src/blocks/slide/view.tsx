import { useActing } from '../../reader/islands/acting.ts';
import { Card } from '../../ui/card.tsx';
import { useLanguage, useWords } from '../../ui/language.ts';
import { sizesInRow } from '../../ui/picture.tsx';
import type { ViewProps } from '../block.ts';
import type { PostListData } from '../post-list/data.ts';
import { ListFrame } from '../post-list/list-frame.tsx';

const sizes = sizesInRow(1.9 / 2.9, 0, '(min-width: 768px) 66vw, 100vw');

export function View({ data, blockId }: Pick<ViewProps<unknown, PostListData>, 'data' | 'blockId'>) {
  const acting = useActing();
  const { articles } = useWords();
  const { number } = useLanguage();
  const { settings, cards, state, section, words } = data;
  const ago =
    settings.time_ago_add_txt === '' ? undefined : { word: settings.time_ago_add_txt, now: data.now };
  const name = settings.custom_title || section?.name || articles;
  return (
    <ListFrame data={data} blockId={blockId} className="slide-list">
      <div
        className="slide"
        data-pages={state.max_num_pages}
        {...(cards.length > 1 ? acting.late('slide') : {})}
      >
        <ul className="slides" tabIndex={0} aria-label={name} data-slides="">
          {cards.map((card) => (
            <li key={card.id}>
              <Card
                card={card}
                shape="slip"
                excerpt={settings.show_excerpt}
                kicker={settings.show_category && section === undefined}
                byline={settings.show_meta}
                ago={ago}
                sizes={sizes}
              />
            </li>
          ))}
        </ul>
        {cards.length > 1 && (
          <p className="slide-steps">
            <button type="button" data-slide-step="-1" aria-label={words.previous}>
              <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
                <path d="M10 3 5 8l5 5" fill="none" stroke="currentColor" strokeWidth="1.6" />
              </svg>
            </button>
            <span data-slide-count="" role="status">{`${number(1)} / ${number(cards.length)}`}</span>
            <button type="button" data-slide-step="1" aria-label={words.next}>
              <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
                <path d="m6 3 5 5-5 5" fill="none" stroke="currentColor" strokeWidth="1.6" />
              </svg>
            </button>
          </p>
        )}
      </div>
    </ListFrame>
  );
}
