/** A search form that works without scripts. `id` must be unique on the page. */
export function SearchForm({ id, query = '' }: { readonly id: string; readonly query?: string }) {
  return (
    <form className="search-form" role="search" action="/" method="get">
      <label className="visually-hidden" htmlFor={id}>Search for</label>
      <input className="field" id={id} type="search" name="s" defaultValue={query} placeholder="Search the site" maxLength={200} />
      <button type="submit" className="button">Search</button>
    </form>
  );
}
