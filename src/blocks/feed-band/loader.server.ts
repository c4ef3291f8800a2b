import { feedAddress } from '../../modules/types/permalinks.ts';
import type { CardLink } from '../../modules/posts/model.ts';
import { findSections, rankedCategories } from '../front-lists.server.ts';
import type { LoadContext } from '../load-context.ts';
import type { Settings } from './block.ts';

export interface FeedBandData {
  readonly siteTitle: string;
  readonly url: string;
  readonly sections: readonly CardLink[];
}

export async function load(
  { show_sections: showSections }: Settings,
  context: LoadContext,
): Promise<FeedBandData> {
  const { content } = context;
  const [site, ranked] = await Promise.all([
    content.settings.current(),
    showSections ? rankedCategories(context) : [],
  ]);
  const structure = site.permalink_structure;
  const sections = await findSections(
    ranked.map(({ id }) => id),
    context,
  );
  return {
    siteTitle: site.blogname,
    url: feedAddress(structure, '/'),
    sections: [...sections.values()].map(({ id, name, url }) => ({
      id,
      name,
      url: feedAddress(structure, url),
    })),
  };
}
