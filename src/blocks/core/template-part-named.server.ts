import type { TemplatePart } from '../../modules/posts/find-parts.ts';
import { templatePartType } from '../../modules/types/names.ts';
import { askedTogether } from '../asked-together.server.ts';
import type { LoadContext } from '../load-context.ts';

/** The published template part of this name; `theme`: of that theme, '' for that of any. Kept until template parts change. */
export async function findTemplatePart(
  slug: string,
  theme: string,
  context: LoadContext,
): Promise<TemplatePart | undefined> {
  if (slug === '') return undefined;
  const parts = await context.keep(`template parts ${slug}`, async (inner) => {
    const { content } = inner;
    inner.tag(`list:${templatePartType}`);
    return askedTogether(content).templateParts(slug);
  });
  return theme === '' ? parts[0] : parts.find((part) => part.theme === theme);
}
