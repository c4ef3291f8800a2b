import { beforeAll, expect, test } from 'vitest';
import { runsHere } from '../../../../test/harness/runs-here.ts';
import { onDrawnDatabase } from '../../../../test/harness/databases.ts';
import { drawn } from '../../../../test/harness/drawn.ts';
import { makeComment, makeMedia, makePost, makeTerm, makeUser } from '../../../../test/harness/factories.ts';
import { useRestApp } from '../../../../test/harness/rest-app.ts';
import type { Json, RestResult } from '../../../../test/harness/rest-app.ts';
import { deleteComment } from '../../../modules/comments/store.ts';
import { deletePost } from '../../../modules/posts/writer.ts';
import { createRole } from '../../../modules/users/role-writer.ts';
import type { Tx } from '../../db/open-database.ts';

/** The five roles, and two custom ones: for accounts only, and for others' drafts. */
const roles = [
  'administrator',
  'editor',
  'author',
  'contributor',
  'subscriber',
  'clerk',
  'secretary',
] as const;
type Role = (typeof roles)[number];
const ofSite = {
  clerk: ['read', 'list_users', 'edit_users', 'delete_users'],
  secretary: ['read', 'edit_posts', 'edit_others_posts', 'delete_posts', 'delete_others_posts'],
};
const statuses = ['draft', 'pending', 'private', 'future', 'publish'] as const;
const ahead = Date.UTC(2090, 0, 1);
/** A status, or trash with the status before. */
const states = statuses.flatMap((status) => [
  { label: status, input: { status, ...(status === 'future' ? { publishedAt: ahead } : {}) } },
  {
    label: `trash of ${status}`,
    input: { status: 'trash', meta: { _wp_trash_meta_status: [status] } },
  } as const,
]);

const allowedMethods = ({ headers }: Pick<RestResult, 'headers'>) =>
  (headers['allow'] ?? '').split(', ').filter((name) => name !== '');
const hintsOf = (json: Json | undefined): unknown =>
  json?.['_links']?.['self']?.[0]?.['targetHints']?.['allow'];

onDrawnDatabase('permissions that REST reports', (get, place) => {
  const rest = useRestApp(get);
  const userIds = new Map<Role | 'other', number>();
  const idOf = (who: Role | 'other') => userIds.get(who) ?? 0;
  let caseCount = 0;
  /** A third of the cases also run on the second database. */
  const isIncluded = () => runsHere(place().dialect, caseCount++, 3);
  const isFirst = () => place().dialect === 'sqlite';

  beforeAll(async () => {
    await get().write(async (tx) => {
      userIds.set('other', await makeUser(tx, { roles: ['author'] }));
      for (const [name, capabilities] of Object.entries(ofSite))
        await createRole(tx, { name, label: name, capabilities });
      for (const role of roles) userIds.set(role, await makeUser(tx, { login: role, roles: [role] }));
    });
  });

  const isRefused = ({ status }: RestResult) => status === 401 || status === 403;
  /** Requests an item, then tries all methods: the listed ones must be the permitted ones, which it returns. */
  const compare = async (
    label: string,
    who: Role,
    path: string,
    body: object,
    removal: string,
  ): Promise<readonly string[]> => {
    const userId = idOf(who);
    const options = await rest.sendAs(userId, 'OPTIONS', path);
    const shown = await rest.getAs(userId, path);
    const allowed = allowedMethods(options);
    const reads = !isRefused(shown);
    if (reads) {
      expect(shown.status, `${label}: ${shown.text}`).toBe(200);
      expect([label, allowedMethods(shown), hintsOf(shown.json)]).toEqual([label, allowed, allowed]);
      const edited = await rest.getAs(userId, `${path}?context=edit`);
      if (!isRefused(edited)) expect([label, hintsOf(edited.json)]).toEqual([label, allowed]);
    }
    // An unreadable item allows no method and reveals nothing.
    const writes = allowed.filter((name) => name !== 'GET');
    if (!reads)
      expect([label, writes, Object.keys(shown.json)]).toEqual([label, [], ['code', 'message', 'data']]);
    for (const name of ['POST', 'PUT', 'PATCH'] as const) {
      const reply = await rest.sendAs(userId, name, path, body);
      expect([label, name, isRefused(reply), reply.text.slice(0, 200)]).toEqual([
        label,
        name,
        !allowed.includes(name),
        expect.anything(),
      ]);
      expect(
        reply.status === 404 || reply.status >= 500,
        `${label} ${name} ${reply.text.slice(0, 200)}`,
      ).toBe(false);
    }
    const deleted = await rest.sendAs(userId, 'DELETE', `${path}?force=true${removal}`);
    expect([label, 'DELETE', isRefused(deleted), deleted.text.slice(0, 200)]).toEqual([
      label,
      'DELETE',
      !allowed.includes('DELETE'),
      expect.anything(),
    ]);
    expect(
      deleted.status === 404 || deleted.status >= 500,
      `${label} DELETE ${deleted.text.slice(0, 200)}`,
    ).toBe(false);
    return reads ? allowed : [];
  };
  const writing = ['POST', 'PUT', 'PATCH', 'DELETE'];

  const bases = drawn('permissions of users', ['posts', 'pages', 'blocks', 'media'] as const, 2);
  test.each(bases)('permissions on %s of every author and status, and in the trash', async (base) => {
    const type = { posts: 'post', pages: 'page', blocks: 'wp_block', media: 'attachment' }[base];
    const methods = new Map<string, string>();
    for (const role of roles) {
      for (const whose of ['own', 'other'] as const) {
        for (const { label, input } of states) {
          if (!isIncluded()) continue;
          const authorId = whose === 'own' ? idOf(role) : idOf('other');
          const id = await get().write((tx) =>
            base === 'media'
              ? makeMedia(tx, { authorId, ...input })
              : makePost(tx, { type, authorId, ...input }),
          );
          const allowed = await compare(
            `${role} ${whose} ${base} ${label}`,
            role,
            `/wp/v2/${base}/${id}`,
            { title: 'Changed' },
            '',
          );
          methods.set(`${role} ${whose} ${label}`, allowed.join(' '));
          await get().write((tx) => deletePost(tx, id));
        }
      }
    }
    // Roles differ: an editor is allowed everything, a contributor can read published posts and their own withdrawn
    // ones.
    const everything = ['GET', ...writing].join(' ');
    for (const { label } of states)
      expect([label, methods.get(`editor other ${label}`) ?? everything]).toEqual([label, everything]);
    if (base !== 'posts' || !isFirst()) return;
    const may = (who: string) =>
      Object.fromEntries(states.map(({ label }) => [label, methods.get(`${who} ${label}`)]));
    expect(may('contributor own')).toEqual({
      draft: everything,
      'trash of draft': everything,
      pending: everything,
      'trash of pending': everything,
      private: everything,
      'trash of private': everything,
      future: '',
      'trash of future': 'GET',
      publish: 'GET',
      'trash of publish': 'GET',
    });
    expect(may('secretary other')).toEqual({
      draft: everything,
      'trash of draft': everything,
      pending: everything,
      'trash of pending': everything,
      private: '',
      'trash of private': '',
      future: '',
      'trash of future': '',
      publish: 'GET',
      'trash of publish': '',
    });
    expect(may('author other')).toEqual({
      ...Object.fromEntries(states.map(({ label }) => [label, ''])),
      publish: 'GET',
    });
  });

  test.each(['posts', 'pages'] as const)(
    'wp:action links for fields of %s appear exactly for users who can change the field',
    async (base) => {
      const [category, tag] = await get().write(
        async (tx) => [await makeTerm(tx), await makeTerm(tx, { taxonomy: 'post_tag' })] as const,
      );
      const isPost = base === 'posts';
      const script = '<script>1</script>';
      const done = new Map<string, string>();
      for (const role of roles) {
        for (const whose of ['own', 'other'] as const) {
          const made = () =>
            get().write((tx) =>
              makePost(tx, {
                type: isPost ? 'post' : 'page',
                status: 'draft',
                authorId: whose === 'own' ? idOf(role) : idOf('other'),
              }),
            );
          const change = async (body: object) =>
            rest.sendAs(idOf(role), 'POST', `/wp/v2/${base}/${await made()}`, body);
          const begin = (terms: string) =>
            rest.sendAs(idOf(role), 'POST', `/wp/v2/${terms}`, { name: `${role} ${whose} ${base}` });
          const shown = await rest.getAs(idOf(role), `/wp/v2/${base}/${await made()}?context=edit`);
          if (shown.status !== 200) {
            expect([role, whose, isRefused(await change({ title: 'Changed' }))]).toEqual([role, whose, true]);
            continue;
          }
          const replies: Readonly<Record<string, RestResult>> = {
            publish: await change({ status: 'publish' }),
            'assign-author': await change({ author: idOf(role === 'author' ? 'editor' : 'author') }),
            // Pages lack these fields, which are ignored there.
            ...(isPost
              ? {
                  sticky: await change({ sticky: true }),
                  'assign-categories': await change({ categories: [category] }),
                  'assign-tags': await change({ tags: [tag] }),
                  'create-categories': await begin('categories'),
                  'create-tags': await begin('tags'),
                }
              : {}),
          };
          for (const { status, text } of Object.values(replies))
            expect([200, 201, 400, 403], text).toContain(status);
          const permitted = Object.entries(replies)
            .filter(([, { status }]) => status < 300)
            .map(([action]) => action);
          if (String((await change({ content: script })).json['content']?.['raw']).includes(script))
            permitted.push('unfiltered-html');
          const actions = Object.keys(shown.json['_links'] ?? {})
            .filter((name) => name.startsWith('wp:action-'))
            .map((name) => name.slice('wp:action-'.length));
          expect([role, whose, actions.toSorted()]).toEqual([role, whose, permitted.toSorted()]);
          done.set(
            `${role} ${whose}`,
            permitted
              .filter((action) => !/-(?:categories|tags)$/.test(action))
              .toSorted()
              .join(' '),
          );
        }
      }
      // Roles differ.
      expect(Object.fromEntries(done)).toEqual(
        !isPost
          ? {
              'administrator own': 'assign-author publish unfiltered-html',
              'administrator other': 'assign-author publish unfiltered-html',
              'editor own': 'assign-author publish unfiltered-html',
              'editor other': 'assign-author publish unfiltered-html',
            }
          : {
              'administrator own': 'assign-author publish sticky unfiltered-html',
              'administrator other': 'assign-author publish sticky unfiltered-html',
              'editor own': 'assign-author publish sticky unfiltered-html',
              'editor other': 'assign-author publish sticky unfiltered-html',
              'author own': 'publish sticky',
              'contributor own': '',
              'secretary own': 'assign-author sticky',
              'secretary other': 'assign-author sticky',
            },
      );
    },
  );

  test('permissions on comments on posts of every author and status, and in the trash', async () => {
    const methods = new Map<string, string>();
    for (const role of roles) {
      for (const whose of ['own', 'other'] as const) {
        for (const { label, input } of states) {
          if (!isIncluded()) continue;
          const make = async (tx: Tx) => {
            const postId = await makePost(tx, {
              authorId: whose === 'own' ? idOf(role) : idOf('other'),
              ...input,
            });
            return { postId, id: await makeComment(tx, { postId }) };
          };
          const { id, postId } = await get().write(make);
          const allowed = await compare(
            `${role} comment of ${whose} ${label}`,
            role,
            `/wp/v2/comments/${id}`,
            { content: 'Changed' },
            '',
          );
          methods.set(`${role} ${whose} ${label}`, allowed.join(' '));
          await get().write(async (tx) => {
            await deleteComment(tx, id);
            await deletePost(tx, postId);
          });
        }
      }
    }
    if (!isFirst()) return;
    expect([
      methods.get('contributor own trash of publish'),
      methods.get('contributor own trash of draft'),
    ]).toEqual(['', ['GET', ...writing].join(' ')]);
    expect([
      methods.get('secretary other trash of private'),
      methods.get('secretary other trash of draft'),
    ]).toEqual(['', ['GET', ...writing].join(' ')]);
  });

  test('permissions on accounts: one’s own, and others with the same or more capabilities', async () => {
    const methods = new Map<string, string>();
    for (const role of roles) {
      for (const other of [...roles, 'self'] as const) {
        if (!isIncluded()) continue;
        const isSelf = other === 'self';
        const id = isSelf
          ? idOf(role)
          : await get().write(async (tx) => {
              const made = await makeUser(tx, { roles: [other] });
              await makePost(tx, { authorId: made });
              return made;
            });
        const label = `${role} account of ${isSelf ? 'their own' : other}`;
        const edited = await rest.getAs(idOf(role), `/wp/v2/users/${id}?context=edit`);
        // Users who may edit an account may also view it.
        expect([label, edited.status === 200]).toEqual([
          label,
          isSelf || role === 'administrator' || role === 'clerk',
        ]);
        const allowed = await compare(
          label,
          role,
          `/wp/v2/users/${id}`,
          { description: `By ${role}` },
          `&reassign=${idOf('other')}`,
        );
        methods.set(`${role} ${other}`, allowed.join(' '));
      }
      // Lists agree with single items.
      const listed = (await rest.getAs(idOf(role), '/wp/v2/users?per_page=100')).list;
      for (const user of listed) {
        if (!isIncluded()) continue;
        const one = await rest.getAs(idOf(role), `/wp/v2/users/${String(user['id'])}`);
        expect([role, hintsOf(user)]).toEqual([role, hintsOf(one.json)]);
      }
    }
    if (!isFirst()) return;
    const everything = ['GET', ...writing].join(' ');
    for (const role of roles)
      expect([role, methods.get(`${role} self`)]).toEqual([role, 'GET POST PUT PATCH']);
    const clerks = Object.fromEntries(roles.map((other) => [other, methods.get(`clerk ${other}`)]));
    expect(clerks).toEqual({
      administrator: 'GET',
      editor: 'GET',
      author: 'GET',
      contributor: 'GET',
      secretary: 'GET',
      subscriber: everything,
      clerk: everything,
    });
    for (const other of roles) {
      expect([other, methods.get(`administrator ${other}`), methods.get(`editor ${other}`)]).toEqual([
        other,
        everything,
        'GET',
      ]);
    }
  });

  test('permissions on terms', async () => {
    for (const role of roles) {
      for (const taxonomy of ['category', 'post_tag']) {
        const id = await get().write((tx) => makeTerm(tx, { taxonomy }));
        const path = `/wp/v2/${taxonomy === 'category' ? 'categories' : 'tags'}/${id}`;
        await compare(`${role} ${taxonomy}`, role, path, { description: `By ${role}` }, '');
      }
    }
  });
});
