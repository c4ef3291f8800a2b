import { useActing } from '../../reader/islands/acting.ts';
import { useWords } from '../../ui/language.ts';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { LazyFooterData } from './loader.server.ts';

/** Empty until the reader scrolls near it; without scripts, the links of the footer's menu. */
export function View({ data }: ViewProps<Settings, LazyFooterData>) {
  const words = useWords();
  const acting = useActing();
  return (
    <footer className="site-footer" {...acting.now('lazy-footer', { postID: data.postId })}>
      <noscript>
        <nav className="container" aria-label={words.footer_links}>
          <ul className="footer-links">
            {data.links
              .filter(({ url, audience }) => url !== '' && audience !== 'signed-in')
              .map((link) => (
                <li key={link.id}>
                  <a href={link.url}>{link.label}</a>
                </li>
              ))}
          </ul>
        </nav>
      </noscript>
    </footer>
  );
}
