import { z } from 'zod';
import type { Reader } from '../../kernel/db/open-database.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { changedFields, readInput } from '../../kernel/command.ts';
import { isPlain } from '../types/index.ts';
import type { PermalinkStructure } from '../types/index.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/permission.ts';
import { parentFault } from './check-post.ts';
import { writtenType } from './post-commands.ts';
import { chooseSlug, choosesSlug, requestedSlug, slugBefore } from './slugs.ts';
import { findPostPaths } from './addresses.ts';
import { createPosts, editPosts } from './policy.ts';
import type { Post } from './model.ts';
import { postFields, toChanges } from './post-input.ts';

const { title, slug, parentId } = postFields.shape;
const schema = z.strictObject({ type: writtenType, title, slug, parentId });

export type AddressFields = z.input<typeof schema>;

/** Slug and root-relative address after publication. `path` is undefined when it needs the id of a post not yet created. */
export interface PlannedAddress {
  readonly slug: string;
  readonly path: string | undefined;
}

/**
 * Returns the address that a post would get if published now with these fields, without writing. `stored` is undefined
 * for a new post. Throws `InvalidInputError` for an invalid parent.
 */
export async function findPermalink(
  read: Reader,
  actor: Actor | undefined,
  stored: Post | undefined,
  structure: PermalinkStructure,
  input: AddressFields,
): Promise<PlannedAddress> {
  const { type: newType, ...sent } = readInput(schema, input, 'the post');
  if (stored) demand(editPosts, actor, stored);
  else demand(createPosts, actor, newType);
  const current = !stored
    ? { id: 0, type: newType, status: 'draft' as const, title: '', slug: '', parentId: 0 }
    : stored.status === 'trash'
      ? { ...stored, status: 'draft' as const, slug: slugBefore(stored.slug) }
      : stored;
  const { id, type } = current;
  const { slug: sentSlug, ...others } = sent;
  const changed = toChanges(
    actor,
    {
      ...changedFields(others, current),
      ...(sentSlug && sentSlug !== current.slug ? { slug: sentSlug } : {}),
    },
    '',
  );
  if (changed.parentId) {
    const above = await read
      .selectFrom('post')
      .select('type')
      .where('id', '=', changed.parentId)
      .executeTakeFirst();
    const fault = await parentFault(read, { id, type }, changed.parentId, above?.type);
    if (fault !== undefined) throw new InvalidInputError(fault, 'rest_invalid_param', { parentId: fault });
  }
  const next = { type, status: 'publish' as const, parentId: changed.parentId ?? current.parentId };
  const wish = {
    ...next,
    id: stored?.id,
    title: changed.title ?? current.title,
    slug: changed.slug ?? current.slug,
  };
  const chosen = choosesSlug(current, { ...next, slug: changed.slug })
    ? (await chooseSlug(read, wish, await requestedSlug(read, wish))).slug
    : current.slug;
  if (!stored && isPlain(structure)) return { slug: chosen, path: undefined };
  return {
    slug: chosen,
    path: (await findPostPaths(read, [{ id, type, slug: chosen, parentId: next.parentId }], structure)).get(
      id,
    ),
  };
}
