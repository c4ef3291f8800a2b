/** What a search form says, in the site's words. */
export const searchFormWords = ['search', 'search_label'] as const;

interface SearchFormProps {
  /** Unique on the page. */
  readonly id: string;
  readonly query?: string;
  readonly texts: Readonly<Record<(typeof searchFormWords)[number], string>>;
}

/** A search form that works without scripts. */
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
