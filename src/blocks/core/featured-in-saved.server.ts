import { escapeHtml } from '../../lib/plain-text.ts';
import { windowSizeUrl } from '../document/content-env.ts';
import type { LoadContext } from '../load-context.ts';
import { currentItem } from './current-item.server.ts';

/** The place of a picture's subject in `object-position`; undefined where `focalPoint` holds none. */
export function focusOf({ x, y }: Readonly<Record<string, unknown>>): string | undefined {
  const share = (value: unknown) =>
    typeof value === 'number' && Number.isFinite(value)
      ? `${Math.round(Math.min(1, Math.max(0, value)) * 100)}%`
      : undefined;
  const [left, top] = [share(x), share(y)];
  return left && top && `${left} ${top}`;
}

/** The picture of the post that a block is about, as attributes of an `<img>`, and its address as a background; undefined where there is none. */
export async function featuredAttributes(
  context: LoadContext,
): Promise<Readonly<Record<'src' | 'srcset' | 'alt' | 'id' | 'background', string>> | undefined> {
  const picture = (await currentItem(context))?.picture;
  return (
    picture && {
      src: picture.src,
      srcset: picture.srcset,
      alt: picture.alt,
      id: String(picture.id),
      background: windowSizeUrl(picture),
    }
  );
}

/** An element without an end, its attributes escaped; those that are empty or undefined are left out, but for `alt`. */
export function tagOf(name: string, attributes: Readonly<Record<string, string | undefined>>): string {
  const written = Object.entries(attributes)
    .filter(([key, value]) => value !== undefined && (value !== '' || key === 'alt'))
    .map(([key, value]) => ` ${key}="${escapeHtml(value ?? '')}"`);
  return `<${name}${written.join('')}>`;
}
