import { useActing } from '../../reader/islands/acting.ts';
import type { ViewProps } from '../block.ts';
import { deviceIcon, shareIcons } from './share-item.ts';
import type { ShareData } from './loader.server.ts';
import type { ShareItem } from './share-item.ts';

/** Items shown before the button that reveals all; a single further item takes the button's space. */
const shownFirst = 5;

/**
 * Links where possible; `reader/behaviours/share.ts` opens networks in windows, prints, copies, expands and opens the
 * native share sheet. Without scripts all networks are shown.
 */
export function View({ data }: ViewProps<unknown, ShareData>) {
  const acting = useActing();
  const { url, title, items, words, asks } = data;
  const first = items.length > shownFirst + 1 ? shownFirst : items.length;
  // The native share sheet replaces printing, which it offers as well, so that the row keeps its length.
  const printAt = items.slice(0, first).findIndex(({ name }) => name === 'print');
  const before = items.slice(0, printAt < 0 ? first : printAt);
  const after = items.slice(before.length, first);
  return (
    <div
      className="share"
      role="group"
      aria-label={words.share}
      {...acting.late('share', { copied: words.copied, title, asks })}
    >
      <a className="share-text" href={url} rel="bookmark">
        {words.share}
      </a>
      <span className="share-items">
        {before.map((item) => (
          <Item key={item.name} item={item} />
        ))}
        <Device label={words.device} />
        {after.map((item) => (
          <Item key={item.name} item={item} />
        ))}
        {items.length > first && (
          <button
            type="button"
            className="share-item share-toggle"
            aria-expanded="false"
            aria-label={words.showAll}
            title={words.showAll}
          >
            <Icon path="M5 10h10" extra="M10 5v10" />
          </button>
        )}
      </span>
      {items.length > first && (
        <span className="share-items share-more">
          {items.slice(first).map((item) => (
            <Item key={item.name} item={item} />
          ))}
        </span>
      )}
      <span className="share-said" role="status" />
    </div>
  );
}

function Item({ item: { name, label, href } }: { readonly item: ShareItem }) {
  const common = { className: `share-item share-${name}`, 'aria-label': label, title: label };
  if (href === undefined)
    return (
      <button type="button" {...common}>
        <Icon path={shareIcons[name]} />
      </button>
    );
  const away = name === 'mail' ? {} : { target: '_blank', rel: 'nofollow noopener', 'data-held': '' };
  return (
    <a {...common} href={href} {...away}>
      <Icon path={shareIcons[name]} />
    </a>
  );
}

/** The native share sheet, on touch screens; a plain link can't open it. */
function Device({ label }: { readonly label: string }) {
  return (
    <button type="button" className="share-device" aria-label={label} title={label}>
      <Icon path={deviceIcon} />
    </button>
  );
}

function Icon({ path, extra }: { readonly path: string; readonly extra?: string }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true">
      <path d={path} />
      {extra !== undefined && <path d={extra} />}
    </svg>
  );
}
