import type { CompiledDocument } from '../../blocks/document/document.ts';
import { withoutBlocks } from '../../blocks/document/without-blocks.ts';
import type { PageInfo } from '../../blocks/load-context.ts';
import { findBlock } from '../../blocks/registry.server.ts';
import { renderFragment } from './render-fragment.ts';
import type { RenderedFragment } from './render-fragment.ts';
import { renderSoundly } from './render-soundly.ts';
import type { Site } from './site.ts';
import { templateFor } from './template-for.ts';

/** Renders an article for the end of a page that shows another one: laid out by its template, without what stands once on a page. */
export async function renderArticle(
  site: Site,
  page: PageInfo,
  present: ReadonlySet<string>,
): Promise<RenderedFragment> {
  return renderSoundly(site, async (ended) => {
    const { id, document, tags } = await templateFor(site, page, false);
    // Ids of its blocks must differ from those of the same template above.
    return renderFragment(
      site,
      { document: withoutSingles(document), id: `${id} ${page.path}`, tags },
      present,
      { ...page, follows: true },
      ended,
    );
  });
}

const isSingle = (name: string) => findBlock(name)?.definition.onceAPage === true;

function withoutSingles(document: CompiledDocument): CompiledDocument {
  return {
    ...document,
    nodes: withoutBlocks(document.nodes, isSingle),
    blocks: document.blocks.filter((name) => !isSingle(name)),
  };
}
