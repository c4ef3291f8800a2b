import { findFilesByUrls } from '../../modules/media/attached.ts';
import { findMediaByUrls } from '../../modules/media/reader.ts';
import { siteTypography, formerAddresses } from '../../modules/settings/site-facts.ts';
import { cleanHtml } from '../../lib/clean-html/clean-html.ts';
import { FormerSites } from '../../lib/former-sites.ts';
import { safeAutop } from '../document/classic-content.ts';
import { mentionedFiles } from '../document/content-html.ts';
import { LinkRewriter } from '../document/content-urls.ts';
import { withOwnAddresses } from '../document/own-addresses.ts';
import type { LoadContext } from '../load-context.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { currentTerm } from './block-context.server.ts';

export const block = defineCoreBlock({
  name: 'core/term-description',
  attributes: {},
  load: async (_settings, context) => {
    const typography = siteTypography(await context.content.settings.current());
    const html = cleanHtml(
      safeAutop(typography.html((await currentTerm(context))?.description ?? '')),
    ).trim();
    return html === '' ? undefined : { html: withOwnAddresses(html, await linksIn(html, context)) };
  },
  View: ({ settings, data: { html } }) => (
    <div {...wrapperProps('core/term-description', settings)} dangerouslySetInnerHTML={{ __html: html }} />
  ),
});

async function linksIn(html: string, context: LoadContext): Promise<LinkRewriter> {
  const { content } = context;
  const exporters = formerAddresses(await content.settings.current());
  const known = new FormerSites([content.siteUrl, ...exporters]);
  const isKnown = (url: string) => known.restOf(url) !== undefined;
  const { urls, files } = mentionedFiles(html);
  const [pictures, others] = await Promise.all([
    findMediaByUrls(content, urls.filter(isKnown), known),
    findFilesByUrls(content, files.filter(isKnown), known),
  ]);
  for (const { id } of [...pictures.values(), ...others.values()]) context.tag(`media:${id}`);
  return new LinkRewriter(content.siteUrl, new FormerSites(exporters), pictures, others);
}
