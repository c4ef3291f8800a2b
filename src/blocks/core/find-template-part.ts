import type { TemplatePart } from '../../modules/posts/navigation.ts';
import { templatePartType } from '../../modules/types/names.ts';
import type { LoadContext } from '../load-context.ts';

/** The published template part with this slug; `theme`: of that theme, '' for any. Cached until template parts change. */
export async function findTemplatePart(
  slug: string,
  theme: string,
  context: LoadContext,
): Promise<TemplatePart | undefined> {
  if (slug === '') return undefined;
  const parts = await context.cache(`template parts ${slug}`, async (inner) => {
    inner.tag(`list:${templatePartType}`);
    return inner.together.templateParts(slug);
  });
  return theme === '' ? parts[0] : parts.find((part) => part.theme === theme);
}
