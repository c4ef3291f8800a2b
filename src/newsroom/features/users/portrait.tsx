import { nameOf } from './user-list.ts';
import { portraitOf } from './user-list.ts';
import type { UserRow } from './user-list.ts';

/** How readers see somebody: their portrait, or how their name begins. */
export function Portrait({
  user,
  size = 28,
}: {
  readonly user: Pick<UserRow, 'name' | 'username' | 'avatar_urls'>;
  readonly size?: number;
}) {
  const src = portraitOf(user, size > 48 ? '96' : '48');
  const style = { width: size, height: size };
  if (src !== undefined) return <img className="portrait" src={src} alt="" style={style} />;
  const initials = nameOf(user)
    .split(/\s+/u)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();
  return (
    <span className="portrait" aria-hidden="true" style={{ ...style, fontSize: size * 0.4 }}>
      {initials}
    </span>
  );
}
