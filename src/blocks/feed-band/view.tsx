import { fillIn } from '../../lib/messages.ts';
import { useWords } from '../../ui/language.ts';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { FeedBandData } from './loader.server.ts';

export function View({ settings, data, blockId }: ViewProps<Settings, FeedBandData>) {
  const words = useWords();
  return (
    <section className="feed-band" id={blockId} aria-labelledby={`${blockId}-title`}>
      <h2 className="feed-band-title" id={`${blockId}-title`}>
        {settings.custom_title || fillIn(words.feed_follow, data.siteTitle)}
      </h2>
      <div className="feed-band-text">
        {settings.custom_text !== '' && <p>{settings.custom_text}</p>}
        <ul className="feed-band-links">
          <li>
            <a className="button" href={data.url} type="application/rss+xml">
              {words.feed_all}
            </a>
          </li>
          {data.sections.map(({ id, name, url }) => (
            <li key={id}>
              <a className="feed-band-section" href={url} type="application/rss+xml">
                <span className="visually-hidden">{`${words.feed_of} `}</span>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
