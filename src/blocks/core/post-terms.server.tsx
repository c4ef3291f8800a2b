import { Fragment } from 'react';
import { termLink } from '../../modules/cards/cards.ts';
import { taxonomyNamed } from '../../modules/types/registry.ts';
import { richTextProfile } from '../../lib/clean-html/profiles.ts';
import { languageOf } from '../../lib/language.ts';
import { string } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { currentItem, writtenHtml } from './block-context.server.ts';

export const block = defineCoreBlock({
  name: 'core/post-terms',
  attributes: {
    term: string('', 32),
    separator: string(', ', 100),
    prefix: string('', 500),
    suffix: string('', 500),
  },
  load: async ({ term: taxonomy, prefix, suffix }, context) => {
    const item = taxonomy !== '' && taxonomyNamed(taxonomy).isPublic ? await currentItem(context) : undefined;
    if (!item) return undefined;
    const { content } = context;
    const [terms, site] = await Promise.all([
      content.terms.withAncestors(item.termIds),
      content.settings.current(),
    ]);
    const links = item.termIds
      .map((id) => terms.get(id))
      .filter((term) => term?.taxonomy === taxonomy)
      .map((term) => term && termLink(term, terms, site))
      .filter((link) => link !== undefined);
    for (const { id } of links) context.tag(`term:${id}`);
    const { compare } = languageOf(site.site_language);
    const sorted = links.toSorted((a, b) => compare(a.name, b.name) || a.id - b.id);
    if (sorted.length === 0) return undefined;
    return {
      links: sorted,
      before: await writtenHtml(prefix, richTextProfile, context),
      behind: await writtenHtml(suffix, richTextProfile, context),
    };
  },
  View: ({ settings, data: { links, before, behind } }) => (
    <div {...wrapperProps('core/post-terms', settings, `taxonomy-${settings.term.replace(/[^\w-]/g, '')}`)}>
      {before !== '' && (
        <span className="wp-block-post-terms__prefix" dangerouslySetInnerHTML={{ __html: before }} />
      )}
      {links.map(({ id, name, url }, index) => (
        <Fragment key={id}>
          {index > 0 && <span className="wp-block-post-terms__separator">{settings.separator || ' '}</span>}
          <a href={url} rel="tag">
            {name}
          </a>
        </Fragment>
      ))}
      {behind !== '' && (
        <span className="wp-block-post-terms__suffix" dangerouslySetInnerHTML={{ __html: behind }} />
      )}
    </div>
  ),
});
