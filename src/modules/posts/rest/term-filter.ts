import type { PostFilter } from '../post-filter.ts';
import { findIdsWithBelow } from '../../terms/index.ts';
import { taxonomiesOf } from '../../types/index.ts';
import type { PostType } from '../../types/index.ts';
import { findPostTermIds, findVisiblePosts } from '../reader.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import type { Reader } from '../../../kernel/db/open-database.ts';
import { InvalidInputError } from '../../../lib/errors.ts';
import { termsParam } from '../../../kernel/http/rest/params.ts';
import type { SentTerms } from '../../../kernel/http/rest/params.ts';

function taxonomiesWithBase({ name }: PostType) {
  return taxonomiesOf(name).flatMap(({ restBase, isHierarchical }) =>
    restBase === undefined ? [] : [{ restBase, isHierarchical }],
  );
}

/** `categories`, `categories_exclude` and so on. */
export function termParams(type: PostType) {
  return Object.fromEntries(
    taxonomiesWithBase(type).flatMap(({ restBase, isHierarchical }) => [
      [restBase, termsParam({ isHierarchical, hasOperator: true })],
      [`${restBase}_exclude`, termsParam({ isHierarchical, hasOperator: false })],
    ]),
  );
}

/** Maximum number of terms per query, descendants included. */
const maxTerms = 5000;

/** Throws `InvalidInputError` when the terms and their descendants exceed the limit. */
export async function termFilter(
  read: Reader,
  type: PostType,
  values: ReadonlyMap<string, unknown>,
  relation: 'AND' | 'OR' | undefined,
): Promise<PostFilter> {
  const bases = taxonomiesWithBase(type).map(({ restBase }) => restBase);
  const groupsOf = async (name: string): Promise<number[][]> => {
    const sent = values.get(name);
    if (!isSentTerms(sent)) return [];
    const parts = sent.every ? sent.ids.map((id) => [id]) : [[...sent.ids]];
    if (!sent.withBelow) return parts;
    const found = await Promise.all(parts.map((ids) => withBelow(read, ids)));
    if (found.flat().length > maxTerms) {
      throw new InvalidInputError(
        `There are more than ${maxTerms} terms below those of ${name}; send fewer, or leave out include_children.`,
      );
    }
    return found;
  };
  const choices = (await Promise.all(bases.map(groupsOf))).filter((groups) => groups.length > 0);
  const excluded = (await Promise.all(bases.map((base) => groupsOf(`${base}_exclude`)))).flat(2);
  const isAny = relation === 'OR' && choices.length > 1;
  return {
    type: type.name,
    ...(choices.length > 0
      ? { [isAny ? 'termChoices' : 'termGroups']: isAny ? choices : choices.flat() }
      : {}),
    ...(excluded.length > 0 ? { excludeTermIds: excluded } : {}),
  };
}

function isSentTerms(value: unknown): value is SentTerms {
  return typeof value === 'object' && value !== null && 'withBelow' in value;
}

async function withBelow(read: Reader, ids: number[]): Promise<number[]> {
  return [...new Set([...ids, ...(await findIdsWithBelow(read, ids, maxTerms + 1))])];
}

/** Terms of a post; empty if the requester can't see the post. */
export async function termIdsOf(request: RestRequest, postId: number): Promise<readonly number[]> {
  const { read } = request.site.content.database;
  const [posts, termIds] = await Promise.all([
    findVisiblePosts(read, [postId], request.actor),
    findPostTermIds(read, [postId]),
  ]);
  return posts.has(postId) ? (termIds.get(postId) ?? []) : [];
}
