import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { isOfShownType, mayReadPost } from '../posts/policy.ts';
import { findSummaries, holdPosts } from '../posts/reader.ts';
import { findTerms, holdTerms } from '../terms/reader.ts';
import { taxonomyNamed } from '../types/registry.ts';
import { findUsersToStay } from '../users/hold-users.ts';
import { findUsers } from '../users/reader.ts';
import type { Actor } from '../../kernel/actor.ts';
import { kindOfPost, kindOfTerm } from './kinds.ts';
import { typeOfKind } from './template.ts';

/**
 * The kind of the page that is about a post, term or person of this id, as assignments name it; `type`: which of these, as a kind or a type of template says.
 * Undefined where there is none of that type, none that has a page, or none that the actor may know of.
 */
export async function kindOfItem(
  read: Reader,
  actor: Actor,
  type: string,
  id: number,
): Promise<string | undefined> {
  const wanted = typeOfKind(type);
  if (wanted === 'author') return (await findUsers(read, [id])).has(id) ? wanted : undefined;
  const kinds = ofTerms.has(wanted ?? '') ? await kindsOfTerm(read, id) : await kindsOfPost(read, actor, id);
  return kinds.find((kind) => typeOfKind(kind) === wanted);
}

/** Keeps the post, term or person that a page of this kind is about, where there is one, until the transaction ends. */
export async function holdItems(tx: Tx, kind: string, ids: readonly number[]): Promise<void> {
  const wanted = typeOfKind(kind);
  if (wanted === 'author') await findUsersToStay(tx, ids);
  else await (ofTerms.has(wanted ?? '') ? holdTerms(tx, ids) : holdPosts(tx, ids));
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
