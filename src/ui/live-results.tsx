import type { PostCard } from '../content/posts/card.ts';
import { Picture } from './picture.tsx';
import { PostTime } from './post-time.tsx';

/** The drop-down list of live search: `td_data` of `td_ajax_search`. */
export function LiveResults({ cards, query, allUrl }: { readonly cards: readonly PostCard[]; readonly query: string; readonly allUrl: string }) {
  if (cards.length === 0) return <p className="live-results-none">{`No results for “${query}”.`}</p>;
  return (
    <>
      <ul className="live-results">
        {cards.map((card) => (
          <li key={card.id} className="live-result">
            <a href={card.url} className="live-result-link">
              {card.picture && <Picture picture={card.picture} sizes="72px" ratio="1x1" alt="" eager />}
              <span className="live-result-text">
                <span className="live-result-title">{card.title || card.url}</span>
                <PostTime at={card.publishedAt} />
              </span>
            </a>
          </li>
        ))}
      </ul>
      <a className="live-results-all" href={allUrl}>View all results</a>
    </>
  );
}
