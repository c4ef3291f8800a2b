import type { ReactNode } from 'react';
import { partPath } from '../../modules/types/permalinks.ts';
import { siteTypography } from '../../modules/settings/site-facts.ts';
import { isOwnId } from '../../lib/clean-html/own-names.ts';
import { headingsOf } from '../../lib/markup/headings.ts';
import { useWords } from '../../ui/language.ts';
import { flag, string, whole } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { currentItem } from './block-context.server.ts';

interface Entry {
  readonly text: string;
  readonly level: number;
  /** Undefined if the heading has no anchor. */
  readonly href: string | undefined;
}

/** The headings of a post's text as nested lists, linked if they have an anchor. Replaces HTML saved by older editors. */
export const block = defineCoreBlock({
  name: 'core/table-of-contents',
  attributes: {
    onlyIncludeCurrentPage: flag(false),
    maxLevel: whole(6, { min: 1, max: 6 }),
    ordered: flag(true),
    ariaLabel: string('', 200),
  },
  container: 'loader',
  load: async ({ onlyIncludeCurrentPage, maxLevel }, context) => {
    const item = await currentItem(context);
    if (!item || (item.post?.isProtected && !context.viewer.unlocked.has(item.id))) return undefined;
    const post = item.post ?? (await context.posts([item.id]))[0];
    if (!post) return undefined;
    const typography = siteTypography(await context.content.settings.current());
    const current = item.post && context.page.kind !== 'home' ? context.page.pageNumber : 1;
    const entries = headingsOf(post.content)
      .filter(({ level, part }) => level <= maxLevel && (!onlyIncludeCurrentPage || part === current))
      .map(({ text, level, id, part }): Entry => {
        const place = item.post && part === current ? '' : partPath(item.url, part);
        return {
          text: typography.line(text),
          level,
          href: id === '' || /\s/.test(id) || isOwnId(id) ? undefined : `${place}#${id}`,
        };
      });
    return entries.length === 0 ? undefined : entries;
  },
  View: ({ settings, data }) => {
    const words = useWords();
    return (
      <nav
        {...wrapperProps('core/table-of-contents', settings)}
        aria-label={settings.ariaLabel || words.core_contents}
      >
        <EntryList entries={data} element={settings.ordered ? 'ol' : 'ul'} />
      </nav>
    );
  },
});

function EntryList({
  entries,
  element: List,
}: {
  readonly entries: readonly Entry[];
  readonly element: 'ol' | 'ul';
}): ReactNode {
  const groups: { readonly entry: Entry; readonly below: Entry[] }[] = [];
  for (const entry of entries) {
    const above = groups.at(-1);
    if (above && entry.level > above.entry.level) above.below.push(entry);
    else groups.push({ entry, below: [] });
  }
  return (
    <List>
      {groups.map(({ entry: { text, href }, below }, index) => (
        <li key={index}>
          {href === undefined ? (
            <span className="wp-block-table-of-contents__entry">{text}</span>
          ) : (
            <a className="wp-block-table-of-contents__entry" href={href}>
              {text}
            </a>
          )}
          {below.length > 0 && <EntryList entries={below} element={List} />}
        </li>
      ))}
    </List>
  );
}
