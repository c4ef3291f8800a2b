import type { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { cleanHtml } from '../../lib/clean-html/clean-html.ts';
import { authorProfile } from '../../lib/clean-html/profiles.ts';
import { readMeta, sentMeta } from '../types/read-meta.ts';
import { sentIdOrNone, sentMarkup, sentName, slugUpTo } from '../../kernel/input-kinds.ts';
import { taxonomyNamed } from '../types/registry.ts';
import { mayWriteAnyHtml } from '../users/policy.ts';
import type { Actor } from '../../kernel/actor.ts';
import { holdTerms } from './reader.ts';

/** What people may say of a term. */
export const termFields = {
  /** Plain text; tags go. */
  name: sentName(200),
  /** Empty: made of the name. */
  slug: slugUpTo(200),
  /** HTML. */
  description: sentMarkup(20_000),
  /** 0: it stands at the top. */
  parentId: sentIdOrNone,
  /** Values of the keys that the taxonomy declares; an empty list removes a key. */
  meta: sentMeta,
};

/** A description as this person may write it. */
export function allowedDescription(actor: Actor, description: string): string {
  return mayWriteAnyHtml(actor) ? description : cleanHtml(description, authorProfile);
}

/** Meta as the writer takes it. Throws `InvalidInputError` for a key that the taxonomy does not declare, or a value that the key does not take. */
export function termMeta(taxonomy: string, sent: z.output<typeof termFields.meta>): Record<string, string[]> {
  return readMeta(`Terms of the taxonomy "${taxonomy}"`, taxonomyNamed(taxonomy).meta, sent);
}

/** Throws `InvalidInputError` unless a term of the taxonomy can stand below this one. */
export async function checkParent(tx: Tx, taxonomy: string, parentId: number): Promise<void> {
  if (parentId === 0) return;
  const fault = !taxonomyNamed(taxonomy).isHierarchical
    ? `Terms of the taxonomy "${taxonomy}" have no parents; leave out parentId.`
    : (await holdTerms(tx, [parentId])).get(parentId)?.taxonomy !== taxonomy
      ? `There is no ${taxonomy} ${parentId} to stand below; choose another parent.`
      : undefined;
  if (fault) throw new InvalidInputError(fault, 'rest_term_invalid', { parentId: fault });
}
