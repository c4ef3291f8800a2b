import { postFormats } from '../../lib/post-formats.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeComment, makePost } from '../../../test/harness/factories.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { activityKinds, activitySources, activityVerbs } from '../command.ts';
import { commentStatuses } from '../../modules/comments/model.ts';
import { postStatuses } from '../../modules/posts/model.ts';
import { redirectStatuses } from '../../modules/redirects/model.ts';
import { templateTypes } from '../../modules/templates/model.ts';

onBothDatabases('words that the domain knows', (get) => {
  const run = (statement: string) => get().write((tx) => sql.raw(statement).execute(tx.db));

  test('each of them can be stored, and no other, not even manually', async () => {
    const post = await get().write((tx) => makePost(tx));
    const comment = await get().write((tx) => makeComment(tx, { postId: post }));
    await run(`insert into redirect (source, target, status, created_at) values ('/a', '/b', 301, 0)`);
    await run(
      `insert into template (type, title, content, created_at, updated_at) values ('page', '', '', 0, 0)`,
    );
    await run(
      `insert into push_note (title, body, url, image, due_at, created_at, state) values ('', '', '/', '', 0, 0, 'queued')`,
    );
    await run(
      `insert into activity (at, user_id, user_name, verb, kind, item_id, summary) values (0, 1, '', 'create', 'post', 1, '')`,
    );
    const columns = [
      ['post', 'status', postStatuses, post],
      ['post', 'format', postFormats, post],
      ['post', 'comment_status', ['open', 'closed'], post],
      ['post', 'sticky', [0, 1], post],
      ['post', 'trashed_status', ['', ...postStatuses.filter((status) => status !== 'trash')], post],
      ['comment', 'status', commentStatuses, comment],
      ['comment', 'is_untold', [0, 1], comment],
      ['redirect', 'status', redirectStatuses, undefined],
      ['push_note', 'state', ['scheduled', 'queued', 'stopped'], undefined],
      ['template', 'type', templateTypes, undefined],
      ['activity', 'verb', activityVerbs, undefined],
      ['activity', 'kind', activityKinds, undefined],
      ['activity', 'came_from', activitySources, undefined],
    ] as const;
    for (const [table, column, words, id] of columns) {
      const set = (word: string | number) =>
        run(
          `update ${table} set ${column} = ${typeof word === 'number' ? word : `'${word}'`}${id === undefined ? '' : ` where id = ${id}`}`,
        );
      for (const word of words) await set(word);
      const odd = typeof words[0] === 'number' ? 7 : 'odd';
      await expect(set(odd), `${table}.${column} = ${odd}`).rejects.toThrow(
        new RegExp(`${table}_(?:words|${column})|constraint failed: ${column}`),
      );
    }
  });
});
