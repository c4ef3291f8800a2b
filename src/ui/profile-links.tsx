/** Where somebody is elsewhere. */
export interface ProfileLink {
  readonly url: string;
  /** Of the service, or the host. */
  readonly name: string;
  /** Drawing in a 20 × 20 box, as path data to be stroked. */
  readonly path: string;
}

/** Somebody's addresses elsewhere, as signs in a row. `rel`: what they are to the page. */
export function ProfileLinks({
  links,
  rel,
}: {
  readonly links: readonly ProfileLink[];
  readonly rel?: string;
}) {
  if (links.length === 0) return null;
  return (
    <ul className="profile-links">
      {links.map(({ url, name, path }) => (
        <li key={url}>
          <a href={url} rel={rel} title={name}>
            <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
              <path d={path} />
            </svg>
            <span className="screen-reader-text">{name}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
