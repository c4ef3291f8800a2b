import { AuthorName, Avatar, PostTime } from '../../ui/byline.tsx';
import { shortExcerpt } from '../../ui/card.tsx';
import { SectionTitle } from '../../ui/kicker.tsx';
import { useWords, useTextDirection } from '../../ui/language.ts';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { VoicesData } from './loader.server.ts';

export function View({ settings, data: { voices }, blockId }: ViewProps<Settings, VoicesData>) {
  const words = useWords();
  const directionOf = useTextDirection();
  return (
    <section className="voices" id={blockId} aria-label={settings.custom_title || words.authors}>
      <SectionTitle title={settings.custom_title} />
      <ul className={`voices-list voices-${voices.length}`}>
        {voices.map(({ author, portrait, card }) => (
          <li key={card.id}>
            <article className="voice">
              <Avatar name={author.name} id={author.id} src={portrait} size={72} />
              <p className="voice-author">
                <AuthorName author={author} />
              </p>
              <h3 className="voice-title" dir={directionOf(card.title)}>
                <a href={card.url}>{card.title || <PostTime at={card.publishedAt} length="full" />}</a>
              </h3>
              {card.excerpt !== '' && (
                <p className="card-excerpt" dir={directionOf(card.excerpt)}>
                  {shortExcerpt(card, 'text', false)}
                </p>
              )}
            </article>
          </li>
        ))}
      </ul>
    </section>
  );
}
