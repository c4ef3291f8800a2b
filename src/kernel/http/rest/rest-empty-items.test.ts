import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { dumpTables } from '../../../../test/harness/dump-tables.ts';
import { makeUser } from '../../../../test/harness/factories.ts';
import { useRestApp } from '../../../../test/harness/rest-app.ts';
import { restMethods } from './rest-reply.ts';
import { emptyItems, emptyLists } from '../../../site/rest/wp-v2-empty-collections.ts';

onBothDatabases('lists of WordPress that are always empty, and their items', (get) => {
  const rest = useRestApp(get);
  let admin = 0;
  let editor = 0;
  beforeAll(async () => {
    [admin, editor] = await get().write(
      async (tx) =>
        [
          await makeUser(tx, { roles: ['administrator'] }),
          await makeUser(tx, { roles: ['editor'] }),
        ] as const,
    );
  });
  const read = async (path: string, as = admin) => {
    const { status, json } = await rest.getAs(as, `/wp/v2/${path}`);
    return [status, json['code'] ?? json];
  };

  test('lists are empty, and items are missing with WordPress’ errors', async () => {
    const lists = [
      'templates',
      'template-parts',
      'font-families',
      'font-collections',
      'widget-types',
      'block-patterns/patterns',
      'block-patterns/categories',
      'plugins',
      'pattern-directory/patterns',
      'block-directory/search?term=map',
      'global-styles/themes/broadsheet/variations',
    ];
    for (const path of lists) expect([path, await read(path)]).toEqual([path, [200, []]]);
    const missing = {
      'templates/twentytwentyfive//home': 'rest_template_not_found',
      'template-parts/twentytwentyfive//header': 'rest_template_not_found',
      'templates/twentytwentyfive//home/revisions': 'rest_post_invalid_parent',
      'templates/twentytwentyfive//home/autosaves/3': 'rest_post_invalid_parent',
      'plugins/akismet/akismet': 'rest_plugin_not_found',
      'widgets/text-2': 'rest_widget_not_found',
      'sidebars/sidebar-1': 'rest_sidebar_not_found',
      'widget-types/text': 'rest_widget_type_invalid',
      'font-families/1': 'rest_post_invalid_id',
      'font-families/1/font-faces': 'rest_post_invalid_parent',
      'font-collections/google-fonts': 'rest_font_collection_not_found',
      'global-styles/5': 'rest_global_styles_not_found',
      'global-styles/themes/twentytwentyfive': 'rest_theme_not_found',
      'global-styles/5/revisions': 'rest_post_invalid_parent',
    };
    for (const [path, code] of Object.entries(missing))
      expect([path, await read(path)]).toEqual([path, [404, code]]);
    expect(await read('templates/lookup?slug=single')).toEqual([200, {}]);
    expect(await read('templates/lookup')).toEqual([400, 'rest_missing_callback_param']);
    expect(await read('block-directory/search')).toEqual([400, 'rest_missing_callback_param']);
    expect(await read('global-styles/themes/broadsheet', editor)).toEqual([
      200,
      expect.objectContaining({ settings: {}, styles: {} }),
    ]);
  });

  test('no write changes anything, whatever is sent: 404 for items, 405 for lists', async () => {
    const before = await dumpTables(get());
    const bodies = [
      {},
      { slug: 'x', content: '<script>x()</script>', title: { raw: 'x' } },
      { id: 5, status: 'active', force: true },
    ];
    let sent = 0;
    for (const { path, methods } of [...emptyLists, ...emptyItems]) {
      const address = path.replaceAll(/\(\?P<\w+>(?:[^()]|\([^()]*\))*\)/g, '7');
      for (const name of restMethods.filter((one) => one !== 'GET' && one in methods)) {
        for (const body of bodies) {
          const { status, json } = await rest.sendAs(admin, name, address, body);
          const refusal = path.includes('(')
            ? [404, expect.stringMatching(/_not_found$|_invalid/)]
            : [405, 'rest_read_only'];
          expect([name, address, body, status, json['code']]).toEqual([name, address, body, ...refusal]);
          sent++;
        }
        expect([name, address, (await rest.send(name, address)).status]).toEqual([name, address, 401]);
      }
    }
    expect(sent).toBe(93);
    expect(await dumpTables(get())).toEqual(before);
    expect(rest.faults).toEqual([]);
  });

  test('answers hostile ids at once', async () => {
    const ids = [
      'a/'.repeat(5000),
      `${'a/'.repeat(5000)}!`,
      `${'revisions/'.repeat(1000)}x`,
      '%00',
      '..%2f..%2fetc',
      '%'.repeat(3),
      "x' or 1=1--",
      '__proto__',
      '9'.repeat(400),
      encodeURIComponent('<script>'),
    ];
    for (const base of [
      'templates',
      'template-parts',
      'plugins',
      'global-styles',
      'global-styles/themes',
      'font-collections',
      'widgets',
      'sidebars',
      'font-families',
    ]) {
      for (const id of ids) {
        const { status } = await rest.getAs(admin, `/wp/v2/${base}/${id}`);
        expect([base, id.slice(0, 40), [400, 404].includes(status), status]).toEqual([
          base,
          id.slice(0, 40),
          true,
          status,
        ]);
      }
    }
  });

  test('/types lists the types of the site editor, and shows them in context=edit to callers with edit_theme_options', async () => {
    const types = {
      nav_menu_item: 'menu-items',
      wp_block: 'blocks',
      wp_template: 'templates',
      wp_template_part: 'template-parts',
      wp_global_styles: 'global-styles',
      wp_navigation: 'navigation',
      wp_font_family: 'font-families',
      wp_font_face: 'font-families/(?P<font_family_id>[\\d]+)/font-faces',
    };
    const all = (await rest.get('/wp/v2/types')).json;
    for (const [name, base] of Object.entries(types)) {
      const { json } = await rest.get(`/wp/v2/types/${name}`);
      expect([name, json]).toEqual([
        name,
        expect.objectContaining({ slug: name, rest_base: base, rest_namespace: 'wp/v2' }),
      ]);
      expect(all[name]).toMatchObject({ slug: name, rest_base: base });
    }
    expect((await rest.getAs(admin, '/wp/v2/types/wp_template?context=edit')).json).toMatchObject({
      viewable: false,
      capabilities: { edit_posts: 'edit_theme_options' },
      supports: { title: true, editor: true },
    });
    expect(await read('types/wp_template?context=edit', editor)).toEqual([403, 'rest_forbidden_context']);
    expect((await rest.getAs(editor, '/wp/v2/types?context=edit')).json).not.toHaveProperty('wp_template');
    expect((await rest.getAs(admin, '/wp/v2/types?context=edit')).json).toHaveProperty('nav_menu_item');
  });
});
