import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { changedFields, noteChange, readInput } from '../../kernel/command.ts';
import { demand } from '../../kernel/permission.ts';
import { readSettings } from '../settings/reader.ts';
import { articleType, fileType } from '../types/names.ts';
import { postTypeNamed } from '../types/registry.ts';
import type { Actor } from '../../kernel/actor.ts';
import { checkFields, checkRights, checkTermRights, postMeta } from './check-post.ts';
import type { PreparedAhead } from './prepared-text.ts';
import { customMeta } from './custom-fields.ts';
import { withDefaultCategory } from '../terms/default-category.ts';
import { createPosts } from './policy.ts';
import { composePost } from './events.ts';
import { postFields, statusAt, toChanges } from './post-input.ts';
import { keepRevision } from './revisions.ts';
import { noteScripts } from './script-blocks.ts';
import * as writer from './writer.ts';

/** A registered type that readers or REST see; attachments are uploaded instead. */
export const writtenType = z
  .string()
  .max(20)
  .refine(isWritten, 'there is no such type of posts to be written')
  .default(articleType);

const schema = z.strictObject({
  type: writtenType,
  ...postFields.shape,
  title: postFields.shape.title.unwrap(),
});

function isWritten(name: string): boolean {
  const { isRegistered, isPublic, restBase } = postTypeNamed(name);
  return isRegistered && (isPublic || restBase !== undefined) && name !== fileType;
}

/** Writes a new post, page or post of another type for somebody, a draft by theirs unless they say more; returns its id. */
export async function createPost(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  ahead?: PreparedAhead,
): Promise<number> {
  const { type, meta = {}, template, customFields = [], ...fields } = readInput(schema, input, 'the post');
  demand(createPosts, actor, type);
  if (![fields.title, fields.content, fields.excerpt].some((text) => text?.trim())) {
    throw new InvalidInputError(
      'A post needs a title, a text or an excerpt; write one of them.',
      'empty_content',
    );
  }
  const blank = {
    id: 0,
    type,
    status: 'draft' as const,
    authorIds: [actor.id],
    termIds: [],
    password: '',
    sticky: false,
    publishedAt: 0,
  };
  // What is said as it is anyway asks for nothing.
  const sent = changedFields(fields, blank);
  checkRights(actor, blank, sent);
  await checkTermRights(tx, actor, blank, sent);
  const given = await checkFields(tx, actor, blank, sent);
  const composed = await composePost(tx, { actor, post: { id: 0, type }, sent: { template } });
  const typeMeta = {
    ...postMeta(actor, type, meta),
    ...(await customMeta(tx.db, blank, customFields)),
    ...composed.meta,
  };
  const changes = toChanges(actor, sent, '', ahead?.cleaned);
  const now = Date.now();
  const status = statusAt(fields.status ?? 'draft', fields.publishedAt ?? 0, now);
  const termIds = await withDefaultCategory(tx, type, given ?? []);
  const takesFormat = changes.format === undefined && postTypeNamed(type).supports.has('post-formats');
  const format = takesFormat ? { format: (await readSettings(tx.db)).settings.default_post_format } : {};
  const id = await writer.createPost(
    tx,
    {
      ...format,
      authorIds: blank.authorIds,
      ...changes,
      title: changes.title ?? '',
      meta: { ...typeMeta, ...changes.meta },
      type,
      status,
      termIds,
      // The day for which something is planned is not that of its change: what is written from now on is newer.
      ...(status === 'publish' ? {} : { modifiedAt: now }),
    },
    ahead?.text,
  );
  await noteScripts(tx, actor, { id, content: changes.content ?? '', stored: '' });
  for (const write of composed.afterwards) await write(tx, id);
  if (postTypeNamed(type).supports.has('revisions')) await keepRevision(tx, id, actor.id, 'revision');
  await noteChange(tx, actor, {
    verb: 'create',
    kind: 'post',
    itemId: id,
    summary: `${type} "${fields.title}" (${status})`,
  });
  return id;
}
