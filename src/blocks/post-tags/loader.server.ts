import type { CardLink } from '../../modules/posts/model.ts';
import { termLink } from '../../modules/cards/cards.ts';
import type { LoadContext } from '../load-context.ts';
import { isTag } from '../../modules/types/registry.ts';

export interface PostTagsData {
  readonly tags: readonly CardLink[];
}

const maxTags = 30;

export async function load(_settings: unknown, context: LoadContext): Promise<PostTagsData | undefined> {
  const { content, page } = context;
  if (!page.post) return undefined;
  const ids = page.post.termIds;
  const [terms, site] = await Promise.all([content.terms.withAncestors(ids), content.settings.current()]);
  const tags = ids
    .map((id) => terms.get(id))
    .filter((term) => term !== undefined)
    .filter(({ taxonomy }) => isTag(taxonomy))
    .slice(0, maxTags);
  for (const { id } of tags) context.tag(`term:${id}`);
  return tags.length === 0 ? undefined : { tags: tags.map((term) => termLink(term, terms, site)) };
}
