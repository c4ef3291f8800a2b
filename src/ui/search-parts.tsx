import type { PostCard } from '../modules/posts/model.ts';
import type { SearchTerm } from '../modules/search/query.ts';
import { fillIn } from '../lib/messages.ts';
import { Picture } from './picture.tsx';
import { PostTime } from './byline.tsx';
import { useTextDirection } from './language.ts';
import { highlight } from '../modules/search/query.ts';

export interface LiveResultsProps {
  readonly cards: readonly PostCard[];
  readonly query: string;
  readonly terms: readonly SearchTerm[];
  /** The corrected query, if nothing matched the original one; else empty. */
  readonly suggestion: string;
  readonly allUrl: string;
  /** Localized: `all`; `nothing` with `%s`; `near` with `%1$s` (the query) and `%2$s` (the correction). */
  readonly texts: { readonly all: string; readonly nothing: string; readonly near: string };
}

/** The live search drop-down: `td_data` of `td_ajax_search`. */
export function LiveResults({ cards, query, terms, suggestion, allUrl, texts }: LiveResultsProps) {
  const directionOf = useTextDirection();
  if (cards.length === 0) return <p className="live-results-none">{fillIn(texts.nothing, query)}</p>;
  return (
    <>
      {suggestion !== '' && <p className="live-results-near">{fillIn(texts.near, query, suggestion)}</p>}
      <ul className="live-results">
        {cards.map((card) => (
          <li key={card.id} className="live-result">
            <a href={card.url} className="live-result-link">
              {card.picture && <Picture picture={card.picture} sizes="72px" ratio="1x1" alt="" eager />}
              <span className="live-result-text">
                <span className="live-result-title" dir={directionOf(card.title)}>
                  {card.title === '' ? card.url : <Marked text={card.title} terms={terms} />}
                </span>
                <PostTime at={card.publishedAt} />
              </span>
            </a>
          </li>
        ))}
      </ul>
      <a className="live-results-all" href={allUrl}>
        {texts.all}
      </a>
    </>
  );
}

export function Marked({ text, terms }: { readonly text: string; readonly terms: readonly SearchTerm[] }) {
  let at = 0;
  return highlight(text, terms).map(({ text: part, hit }) => {
    const key = at;
    at += part.length;
    return hit ? (
      <mark key={key} className="search-hit">
        {part}
      </mark>
    ) : (
      part
    );
  });
}

export const searchFormWords = ['search', 'search_label'] as const;

interface SearchFormProps {
  readonly id: string;
  readonly query?: string;
  readonly texts: Readonly<Record<(typeof searchFormWords)[number], string>>;
}

/** Works without scripts. */
export function SearchForm({ id, query = '', texts }: SearchFormProps) {
  return (
    <form className="search-form" role="search" action="/" method="get">
      <label className="visually-hidden" htmlFor={id}>
        {texts.search_label}
      </label>
      <input
        className="field"
        id={id}
        type="search"
        name="s"
        defaultValue={query}
        placeholder={texts.search_label}
        maxLength={200}
      />
      <button type="submit" className="button">
        {texts.search}
      </button>
    </form>
  );
}
