import type { Reader } from '../../db/open-database.ts';
import { isOfShownType, mayReadPost } from '../posts/policy.ts';
import { findSummaries } from '../posts/reader.ts';
import { findTerms } from '../terms/reader.ts';
import { taxonomyNamed } from '../types/registry.ts';
import { findUsers } from '../users/reader.ts';
import type { Actor } from '../users/role.ts';
import { kindOfPost, kindOfTerm } from './kinds.ts';
import { typeOfKind } from './template.ts';

/**
 * The kind of the page that is about a post, term or person of this id, as assignments name it; `type`: which of these, as a kind or a type of template says.
 * Undefined where there is none of that type, none that has a page, or none that the actor may know of.
 */
export async function kindOfItem(read: Reader, actor: Actor, type: string, id: number): Promise<string | undefined> {
  const wanted = typeOfKind(type);
  if (wanted === 'author') return (await findUsers(read, [id])).has(id) ? wanted : undefined;
  const kinds = ofTerms.has(wanted ?? '') ? await kindsOfTerm(read, id) : await kindsOfPost(read, actor, id);
  return kinds.find((kind) => typeOfKind(kind) === wanted);
}

/** Types of templates whose pages are about terms. */
const ofTerms: ReadonlySet<string> = new Set(['category', 'tag', 'woo_archive', 'cpt_tax']);

async function kindsOfPost(read: Reader, actor: Actor, id: number): Promise<string[]> {
  const post = (await findSummaries(read, [id])).get(id);
  return post && isOfShownType(post) && mayReadPost(actor, post) ? [kindOfPost(post.type)] : [];
}

async function kindsOfTerm(read: Reader, id: number): Promise<string[]> {
  const term = (await findTerms(read, [id])).get(id);
  return term && taxonomyNamed(term.taxonomy).isPublic ? [kindOfTerm(term.taxonomy)] : [];
}
