import type { Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { holdPosts } from '../posts/reader.ts';
import { holdTerms } from '../terms/reader.ts';
import { fileType, sectionTaxonomy } from '../types/names.ts';
import { postTypeNamed } from '../types/registry.ts';
import { holdRole } from '../users/roles.ts';
import { firstRolesIn } from './first-roles.ts';
import { findDefinition } from './settings.ts';
import type { Settings } from './settings.ts';

interface Named {
  readonly kind: string;
  readonly fits: (type: string) => boolean;
}

const picture: Named = { kind: 'picture', fits: (type) => type === fileType };
const page: Named = { kind: 'page', fits: (type) => postTypeNamed(type).mayBeFront };

/** Settings that name a post or a file by its id, and what it has to be. */
const naming: Readonly<Partial<Record<keyof Settings, Named>>> = {
  site_logo: picture,
  site_logo_dark: picture,
  site_icon: picture,
  social_image: picture,
  page_on_front: page,
  page_for_posts: page,
};

/**
 * Keeps what settings are about to name until the transaction ends: who deletes it finds what names it. Throws `InvalidInputError` where something is named
 * that is not there: a picture, a page, a category, a role. Values that a setting does not take are the writer's to refuse.
 */
export async function holdNamed(tx: Tx, changes: Readonly<Record<string, unknown>>): Promise<void> {
  const idOf = (key: string) => {
    const parsed = findDefinition(key)?.schema.safeParse(changes[key]);
    return parsed?.success && typeof parsed.data === 'number' ? parsed.data : 0;
  };
  const faults: Record<string, string> = {};
  const miss = (key: string, kind: string) => {
    faults[key] = `There is no ${kind} ${idOf(key)} for ${key}; name one that is there, or 0 for none.`;
  };
  const wanted = Object.entries(naming).filter(([key]) => idOf(key) > 0);
  const posts = await holdPosts(
    tx,
    wanted.map(([key]) => idOf(key)),
  );
  for (const [key, { kind, fits }] of wanted) if (!fits(posts.get(idOf(key))?.type ?? '')) miss(key, kind);
  const category = idOf('default_category');
  if (category > 0 && (await holdTerms(tx, [category])).get(category)?.taxonomy !== sectionTaxonomy)
    miss('default_category', 'category');
  for (const role of firstRolesIn(changes)) {
    if (!(await holdRole(tx, role)))
      faults['default_role'] = `There is no role "${role}" for default_role; name one that is there.`;
  }
  const messages = Object.values(faults);
  if (messages.length > 0) throw new InvalidInputError(messages.join(' '), 'rest_invalid_param', faults);
}
