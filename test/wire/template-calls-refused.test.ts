import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSession, createNonce } from '../../src/modules/users/session.ts';
import { createSessions } from '../../src/modules/users/sessions.ts';
import { ajaxActions } from '../../src/site/ajax/admin-ajax.ts';
import { panelKinds } from '../../src/site/ajax/template-kinds.ts';
import { createSigner, loadSecret } from '../../src/lib/keys.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { runsHere } from '../harness/runs-here.ts';
import { dumpTables } from '../harness/dump-tables.ts';
import { present } from '../harness/present.ts';
import { makeTemplateWorld } from '../harness/template-world.ts';
import type { TemplateWorld } from '../harness/template-world.ts';
import { ajax, rawRequest } from '../harness/served-site.ts';

onBothDatabases('calls of the template panels by others', (_get, place) => {
  let world: TemplateWorld;
  /** Every call, with fields that an editor could send. */
  let calls: readonly (readonly [string, Readonly<Record<string, string>>])[];
  beforeAll(async () => {
    world = await makeTemplateWorld(place());
    const ids = new Map<string, string>();
    for (const { name: type } of panelKinds) {
      ids.set(type, String(await world.template({ type, title: `Of ${type}` })));
      ids.set(
        `${type} phones`,
        String(await world.template({ type, title: `Phones of ${type}`, isMobile: true })),
      );
    }
    const id = (name: string) => present(ids.get(name));
    calls = [
      ['tdb_get_home_mobile_templates', {}],
      ...panelKinds.flatMap(({ name: type, assign, global, items }): [string, Record<string, string>][] => {
        const page = present(world.pages[type]);
        const item: Record<string, string> =
          page.item && items.length > 0 ? { [page.item.field]: String(page.item.id) } : {};
        return [
          [`tdb_get_${type}_templates`, { mobile_templates: '', ...item }],
          [`tdb_get_${type}_mobile_templates`, item],
          ...(assign === undefined
            ? []
            : [[assign, { template_id: id(type), ...item }] as [string, Record<string, string>]]),
          ...(global === undefined
            ? []
            : [[global, { template_id: id(type), ...page.global }] as [string, Record<string, string>]]),
        ];
      }),
      [
        'tdb_create_mobile_template',
        { template_id: id('tag'), template_type: 'tag', template_title: 'New', copyContent: '0' },
      ],
      ['tdb_change_template_name', { template_id: id('tag'), template_title: 'New' }],
      ['tdb_set_mobile_template', { template_id: id('tag'), mobile_template_id: id('tag phones') }],
      ['tdb_delete_template', { template_id: id('date') }],
    ];
  });
  afterAll(() => world.close());

  const signInFor = async (who: string, action: string) => {
    const signer = createSigner(loadSecret(place().dataDir));
    const { id: userId } = await world.site.database.read
      .selectFrom('user')
      .select('id')
      .where('login', '=', who)
      .executeTakeFirstOrThrow();
    const session = await world.site.database.write((tx) => createSession(tx, userId));
    const cookie = createSessions(world.site.database, signer, world.site.url)
      .cookies(session, who)
      .map((one) => one.split(';')[0])
      .join('; ');
    return { cookie, nonce: createNonce(signer, session, action) };
  };

  test('every one of the calls is asked here: 15 lists, 16 of phones, 8 for items, 14 for all, and four', () => {
    const known = [...ajaxActions.keys()].filter(
      (name) => name.startsWith('tdb_') && !/^tdb_get_(?:footer|mm_)/.test(name),
    );
    expect(calls.map(([name]) => name).toSorted()).toEqual(known.toSorted());
    expect(known).toHaveLength(57);
  });

  test('[AJAX-20] [AJAX-21] [AJAX-60] [ROLE-06] unauthorized users, and editors without a nonce of their session, are refused each; nothing changes', async () => {
    const { database } = world.site;
    const editor = world.headersOf('editor');
    const other = await signInFor('editor', 'wp_rest');
    const attempts: (readonly [string, string, string | undefined, Record<string, string>?])[] = [
      ['a visitor', '', undefined],
      ['a visitor with a nonce', '', editor.nonce],
      ...['subscriber', 'contributor', 'author'].flatMap((who) => {
        const { cookie, nonce } = world.headersOf(who);
        return [
          [who, cookie, nonce],
          [`${who} without nonce`, cookie, undefined],
          [`${who} with an editor’s nonce`, cookie, editor.nonce],
        ] as const;
      }),
      ['an editor without nonce', editor.cookie, undefined],
      ['an editor with an empty nonce', editor.cookie, ''],
      ['an editor with a made-up nonce', editor.cookie, 'x'.repeat(200)],
      ['an editor with a nonce of their other session', editor.cookie, other.nonce],
      ['an editor with an administrator’s nonce', editor.cookie, world.headersOf('administrator').nonce],
      [
        'an editor by another site',
        editor.cookie,
        editor.nonce,
        { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      ],
    ];
    for (const action of ['profile', 'preview', 'log-out', 'td_ajax_block']) {
      const { cookie, nonce } = await signInFor('editor', action);
      attempts.push([`an editor with a nonce for ${action}`, cookie, nonce]);
    }
    const before = await dumpTables(database);
    let nth = 0;
    for (const [action, fields] of calls) {
      for (const [who, cookie, nonce, headers = {}] of attempts) {
        if (!runsHere(place().dialect, nth++, 7)) continue;
        const { status, body } = await ajax(
          world.site.url,
          { action, ...(nonce === undefined ? {} : { _nonce: nonce }), ...fields },
          { ...(cookie === '' ? {} : { cookie }), ...headers },
        );
        expect([action, who, status, JSON.parse(body)]).toEqual([
          action,
          who,
          403,
          expect.objectContaining({ error: expect.stringMatching(/./) }),
        ]);
      }
    }
    // The builder's REST endpoint accepts its nonce from any page; other sites can't get one.
    const [, { template_id: postId = '' }] = present(
      calls.find(([name]) => name === 'tdb_change_template_name'),
    );
    const copy = { postId, templateType: 'tag', templateName: 'New' };
    const duplicate = (cookie: string, nonce: string | undefined, headers: Record<string, string>) =>
      rawRequest(world.site.url, '/wp-json/td-cloud-library/new_template', {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          ...(cookie === '' ? {} : { cookie }),
          ...headers,
        },
        body: new URLSearchParams({
          ...copy,
          duplicateTemplate: 'true',
          ...(nonce === undefined ? {} : { _nonce: nonce }),
        }).toString(),
      });
    for (const [who, cookie, nonce, headers = {}] of attempts) {
      if (headers['origin'] !== undefined) continue;
      const { status, body } = await duplicate(cookie, nonce, headers);
      expect([who, status, JSON.parse(body)]).toEqual([
        who,
        403,
        {
          error: expect.stringMatching(/./),
          code: expect.stringMatching(/^rest_/),
          message: expect.stringMatching(/./),
          data: expect.objectContaining({ status: 403 }),
        },
      ]);
    }
    expect(await dumpTables(database)).toEqual(before);
    expect((await duplicate(editor.cookie, editor.nonce, {})).status).toBe(200);
    for (const [action, fields] of calls)
      expect([action, (await world.call(action, fields)).status]).toEqual([action, 200]);
    expect(await dumpTables(database)).not.toEqual(before);
  });

  test('[AJAX-21] rights that end in between end the calls, too', async () => {
    const { cookie, nonce } = await signInFor('administrator', 'wp_rest');
    const call = () => ajax(world.site.url, { action: 'tdb_get_tag_templates', _nonce: nonce }, { cookie });
    expect((await call()).status).toBe(200);
    await world.site.database.write(async (tx) => {
      const { id } = await tx.db
        .selectFrom('user')
        .select('id')
        .where('login', '=', 'administrator')
        .executeTakeFirstOrThrow();
      await tx.db.deleteFrom('session').where('user_id', '=', id).execute();
      tx.emit(`user:${id}`);
    });
    expect([(await call()).status, JSON.parse((await call()).body)]).toEqual([
      403,
      { error: expect.stringMatching(/./) },
    ]);
  });

  test('ten concurrent attacks leave a reader’s page byte for byte unchanged', async () => {
    const path = present(world.pages['single']).path;
    await world.get(path);
    await world.site.app.cache.idle();
    const before = (await world.get(path)).body;
    const template = await world.template({ type: 'single', title: 'Stolen' });
    const item = present(present(world.pages['single']).item);
    const author = world.headersOf('author');
    const attack = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
      ajax(world.site.url, fields, headers);
    const attacks = [
      () => attack({ action: 'tdb_assign_single_template_global', template_id: String(template) }),
      () =>
        attack(
          {
            action: 'tdb_assign_single_template_global',
            template_id: String(template),
            _nonce: author.nonce,
          },
          { cookie: author.cookie },
        ),
      () =>
        attack(
          {
            action: 'tdb_assign_single_template_to_post',
            template_id: String(template),
            single_id: String(item.id),
          },
          { cookie: author.cookie },
        ),
      () =>
        world.call('tdb_assign_single_template_to_post', {
          template_id: `${template} or 1=1`,
          single_id: item.id,
        }),
      () =>
        world.call('tdb_assign_single_template_to_post', {
          template_id: template,
          single_id: `${item.id}\u0000`,
        }),
      () =>
        world.call('tdb_assign_cpt_template_global', {
          template_id: template,
          cpt: "book' or 'a'='a",
          option: 'archive_tpl',
        }),
      () =>
        world.call('tdb_change_template_name', {
          template_id: template,
          template_title: '<img src=x onerror=alert(1)>',
        }),
      () => world.call('tdb_delete_template', { template_id: '9'.repeat(60_000) }),
      () =>
        world.call('tdb_create_mobile_template', {
          template_id: template,
          template_type: '__proto__',
          template_title: 'x',
          copyContent: '1',
        }),
      () => world.call('tdb_set_mobile_template', { template_id: template, mobile_template_id: template }),
    ];
    const [replies, read] = await Promise.all([
      Promise.all(attacks.map((run) => run())),
      Promise.all(Array.from({ length: 20 }, async () => (await world.get(path)).body)),
    ]);
    expect(replies.map(({ status }) => status >= 400 && status < 500)).toEqual(replies.map(() => true));
    expect(new Set(read)).toEqual(new Set([before]));
    expect((await world.get(path)).body).toBe(before);
  });
});
