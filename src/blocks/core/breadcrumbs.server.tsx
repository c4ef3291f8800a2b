import type { CSSProperties } from 'react';
import { numberedText, readerText } from '../../modules/settings/definitions/translations.ts';
import type { TrailStep } from '../../modules/content/trail.ts';
import { fillIn } from '../../lib/messages.ts';
import { useWords } from '../../ui/language.ts';
import { pageTrail } from '../breadcrumbs/loader.server.ts';
import type { LoadContext, PageInfo } from '../load-context.ts';
import { flag, string } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { isFrontPage } from './block-context.server.ts';

export const block = defineCoreBlock({
  name: 'core/breadcrumbs',
  attributes: {
    prefersTaxonomy: flag(false),
    separator: string('/', 20),
    showHomeItem: flag(true),
    showCurrentItem: flag(true),
    showOnHomePage: flag(false),
  },
  load: async ({ prefersTaxonomy, showHomeItem, showCurrentItem, showOnHomePage }, context) => {
    const { page } = context;
    const isFront = page.kind === 'home' && page.path === '/';
    if (isFront && !showOnHomePage) return undefined;
    const steps = await stepsTo(context, prefersTaxonomy);
    const number = pageNumberOf(page);
    const current =
      number === undefined
        ? steps.pop()?.name
        : numberedText(await context.content.settings.current(), 'part', number);
    if (!showHomeItem && (!isFront || number !== undefined)) steps.shift();
    const shown = showCurrentItem && (showHomeItem || !isFrontPage(page)) ? current : undefined;
    return steps.length === 0 && shown === undefined ? undefined : { steps, current: shown };
  },
  View: ({ settings, data: { steps, current } }) => {
    const words = useWords();
    const { style, ...props } = wrapperProps('core/breadcrumbs', settings);
    return (
      <nav
        {...props}
        style={
          {
            ...style,
            // oxlint-disable-next-line no-control-regex -- a line break would end the value
            '--separator': `"${settings.separator.replace(/[\u0000-\u001f;]/g, '').replace(/["\\]/g, '\\$&')}"`,
          } as CSSProperties
        }
        aria-label={words.breadcrumbs}
      >
        <ol>
          {steps.map(({ name, url }) => (
            <li key={url}>
              <a href={url}>{name || url}</a>
            </li>
          ))}
          {current !== undefined && (
            <li>
              <span aria-current="page">{current}</span>
            </li>
          )}
        </ol>
      </nav>
    );
  },
});

async function stepsTo(context: LoadContext, byTerms: boolean): Promise<TrailStep[]> {
  const { content, page } = context;
  const steps = await pageTrail(context, byTerms);
  const site = await content.settings.current();
  if (steps.length === 0) return [{ name: readerText(site, 'home'), url: '/' }];
  const name =
    page.kind === '404'
      ? readerText(site, 'not_found_title')
      : page.search === undefined
        ? undefined
        : fillIn(readerText(site, 'search_title'), page.search.split(/\s+/).slice(0, 10).join(' '));
  return name === undefined ? steps : [...steps.slice(0, -1), { name, url: page.path }];
}

/** The current page of a listing, of an article's parts or of its comments; undefined for the first. */
function pageNumberOf(page: PageInfo): number | undefined {
  const number = Math.max(page.pageNumber, page.discussion?.page ?? 1);
  return number > 1 ? number : undefined;
}
