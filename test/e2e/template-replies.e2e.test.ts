import { beforeEach, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { assignTemplateToItem } from '../../src/modules/templates/assign.ts';
import { panelKinds } from '../../src/site/ajax/template-kinds.ts';
import { useChromium } from '../harness/chromium.ts';
import { isDrawn } from '../harness/drawn.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { openNewsroom } from '../harness/newsroom.ts';
import {
  currentOnes,
  declarePanelSite,
  marked,
  modal,
  openPanel,
  panel,
  row,
  template,
  titles,
  useAnyway,
} from '../harness/panel-site.ts';
import { present } from '../harness/present.ts';
import { callFrom, copyFrom, nonceOf, recordCalls } from '../harness/recorded-calls.ts';
import type { RecordedCall } from '../harness/recorded-calls.ts';

const browser = useChromium();
const { site, ids, open, only, laidOutBy } = declarePanelSite(browser);
const named = (calls: readonly RecordedCall[], action: string) =>
  calls
    .filter((one) => one.action === action)
    .map(({ fields, reply, status }) => ({ fields, reply, status }));
const error = { error: expect.stringMatching(/./) };

/** All stored template data, to show that nothing has changed. */
async function stored(): Promise<unknown> {
  const found: unknown[] = [];
  await site.write(async (tx) => {
    found.push(await tx.db.selectFrom('template').selectAll().orderBy('id').execute());
    found.push(
      await tx.db.selectFrom('template_assignment').selectAll().orderBy('kind').orderBy('item_id').execute(),
    );
  });
  return found;
}

async function openWithWide(): Promise<{
  readonly wide: number;
  readonly page: Page;
  readonly calls: Awaited<ReturnType<typeof recordCalls>>;
}> {
  const [wide = 0] = await only('Wide');
  await site.write(async (tx) => assignTemplateToItem(tx, 'single', ids.story, wide));
  await expect.poll(() => laidOutBy('/a-story/')).toBe('Wide');
  const page = await open('/a-story/');
  const calls = await recordCalls(page);
  await openPanel(page);
  return { wide, page, calls };
}

async function openMobile(page: Page, title: string, column: string): Promise<void> {
  await panel(page)
    .getByRole('button', { name: `Mobile template of “${title}”: ${column}` })
    .click();
  await panel(page).getByRole('button', { name: 'Back' }).waitFor();
}

test('[AJAX-24] [AJAX-25] [AJAX-26] [AJAX-56] [MTPL-09] [MTPL-10] [MTPL-11] phones: their list, on a post and on no item', async () => {
  const { wide, page, calls } = await openWithWide();
  await openMobile(page, 'Wide', '-');
  const requested = {
    single_id: String(ids.story),
    template_id: String(wide),
    tdbLoadDataFromId: String(ids.story),
  };
  const none = { fields: requested, reply: [], status: 200 };
  await expect.poll(() => named(calls, 'tdb_get_single_mobile_templates')).toEqual([none]);

  const make = async (name: string, isCopy: boolean) => {
    await panel(page).getByRole('button', { name: 'Create mobile template' }).click();
    await modal(page).getByRole('textbox').fill(name);
    await modal(page).getByRole('checkbox').setChecked(isCopy);
    await modal(page).getByRole('button', { name: 'Create' }).click();
    if (!isCopy) await useAnyway(page);
    await expect.poll(() => currentOnes(page)).toEqual([name]);
    const { reply } = present(named(calls, 'tdb_create_mobile_template').at(-1));
    return (reply as { readonly mobile_template_id: number }).mobile_template_id;
  };
  const [blank, copy] = [await make('Blank', false), await make('A copy', true)];
  expect(named(calls, 'tdb_create_mobile_template')).toEqual(
    [
      ['Blank', '0', blank],
      ['A copy', '1', copy],
    ].map(([title, copyContent, id]) => ({
      fields: { template_id: String(wide), template_title: title, template_type: 'single', copyContent },
      reply: { mobile_template_id: id },
      status: 200,
    })),
  );
  await row(page, 'Blank').getByRole('button', { name: 'Blank', exact: true }).click();
  await useAnyway(page);
  await expect.poll(() => currentOnes(page)).toEqual(['Blank']);
  await expect
    .poll(() => named(calls, 'tdb_set_mobile_template'))
    .toEqual(
      [blank, copy, blank].map((id) => ({
        fields: { template_id: String(wide), mobile_template_id: String(id) },
        reply: { result: 1 },
        status: 200,
      })),
    );
  let contents: readonly string[] = [];
  await site.write(async (tx) => {
    contents = (
      await tx.db.selectFrom('template').select('content').where('is_mobile', '=', 1).orderBy('id').execute()
    ).map(({ content }) => content);
  });
  expect(contents).toEqual(['', marked('Wide')]);
  expect([await laidOutBy('/a-story/'), await laidOutBy('/a-story/', true)]).toEqual(['Wide', 'the theme']);

  await page.reload();
  await openPanel(page);
  await openMobile(page, 'Wide', 'Yes');
  await expect.poll(() => currentOnes(page)).toEqual(['Blank']);
  const url = (id: number) =>
    `${site.url}/wp-admin/site-editor.php?postType=wp_template&postId=${id}&tdbLoadDataFromId=${ids.story}`;
  expect(named(calls, 'tdb_get_single_mobile_templates').at(-1)).toEqual({
    fields: requested,
    status: 200,
    reply: [
      { template_id: blank, template_title: 'Blank', template_url: url(blank), is_current: true },
      { template_id: copy, template_title: 'A copy', template_url: url(copy) },
    ],
  });
  await row(page, 'A copy').getByRole('link', { name: 'Edit' }).click();
  await page.waitForURL(url(copy));
  expect(await page.getByRole('textbox', { name: /Markup/ }).inputValue()).toBe(marked('Wide'));

  // A page without an object has no data for a preview.
  const elsewhere = await open('/nowhere/', { expectedMessages: /status of 404/ });
  const others = await recordCalls(elsewhere);
  await site.write(async (tx) => template(tx, 'For 404', { type: '404' }));
  await openPanel(elsewhere, '404 page');
  await openMobile(elsewhere, 'For 404', '-');
  await expect
    .poll(() =>
      named(others, 'tdb_get_404_mobile_templates').map(({ fields, reply, status }) => [
        Object.keys(fields),
        reply,
        status,
      ]),
    )
    .toEqual([[['404_id', 'template_id'], [], 200]]);
});

test('[AJAX-54] [AJAX-55] [AJAX-58] [AJAX-60] rename, copy and delete in the panel: requests, responses, and the page’s state', async () => {
  const { wide, page, calls } = await openWithWide();
  await row(page, 'Wide').getByRole('button', { name: 'Rename' }).click();
  await panel(page).getByRole('textbox').fill('Broad');
  await page.keyboard.press('Enter');
  await expect.poll(() => titles(page)).toEqual(['Global Template', 'Broad']);
  expect(named(calls, 'tdb_change_template_name')).toEqual([
    {
      fields: { template_id: String(wide), template_title: 'Broad' },
      reply: { template_id: wide, template_title: 'Broad' },
      status: 200,
    },
  ]);

  const copied = page.waitForResponse('**/wp-json/td-cloud-library/new_template');
  await row(page, 'Broad').getByRole('button', { name: 'Duplicate' }).click();
  const reply = await copied;
  expect(reply.request().postDataJSON()).toEqual({
    postId: wide,
    templateType: 'single',
    templateName: 'Broad (copy)',
    duplicateTemplate: true,
  });
  const made = (await reply.json()) as { readonly template_id: number };
  expect([reply.status(), made]).toEqual([
    200,
    { template_id: expect.any(Number), template_title: 'Broad (copy)', template_type: 'single' },
  ]);
  await expect.poll(() => titles(page)).toEqual(['Global Template', 'Broad', 'Broad (copy)']);

  const remove = async (title: string) => {
    await row(page, title).getByRole('button', { name: 'Delete' }).click();
    await modal(page).getByRole('button', { name: 'Yes' }).click();
  };
  // The open page uses another one: it stays, and so does its panel.
  await remove('Broad (copy)');
  await expect.poll(() => titles(page)).toEqual(['Global Template', 'Broad']);
  await remove('Broad');
  await page.getByText('Laid out by Wide').waitFor({ state: 'detached' });
  await expect.poll(() => titles(page)).toEqual(['Global Template']);
  expect(named(calls, 'tdb_delete_template')).toEqual([
    {
      fields: { template_id: String(made.template_id) },
      reply: { template_id: made.template_id },
      status: 200,
    },
    { fields: { template_id: String(wide) }, reply: { reload: true, template_id: wide }, status: 200 },
  ]);
  expect(await laidOutBy('/a-story/')).toBe('the theme');
});

describe('calls that an editor’s page sends automatically', () => {
  let wide = 0;
  let page: Page;
  beforeEach(async () => {
    [wide = 0] = await only('Wide');
    page = await open('/a-story/', { expectedMessages: /status of 40[034]/ });
  });

  test('[AJAX-23] the list for the mobile composer holds those for phones alone', async () => {
    await site.write(async (tx) => template(tx, 'Small', { isMobile: true }));
    const titlesOf = async (mobile: string) => {
      const { json } = await callFrom(page, 'tdb_get_single_templates', {
        single_id: ids.story,
        mobile_templates: mobile,
      });
      return (json as readonly { readonly template_title: string }[]).map((one) => one.template_title);
    };
    expect([await titlesOf('1'), await titlesOf('')]).toEqual([['Small'], ['Wide']]);
  });

  test('[AJAX-53] unneeded fields of custom kinds in a call change nothing', async () => {
    let second = 0;
    await site.write(
      async (tx) =>
        void (second = await makePost(tx, { type: 'book', title: 'Persuasion', slug: 'persuasion' })),
    );
    await site.write(async (tx) => template(tx, 'For books', { type: 'cpt' }));
    const [{ template_id: forBooks } = { template_id: 0 }] = (
      await callFrom(page, 'tdb_get_cpt_templates', {})
    ).json as { readonly template_id: number }[];
    const extra = { cpt_tax_id: 999_999, cpt: 'nothing_such', option: 'single_tpl' };
    expect(
      await callFrom(page, 'tdb_assign_single_template_to_post', {
        template_id: wide,
        single_id: ids.story,
        cpt_id: second,
        ...extra,
      }),
    ).toEqual({ status: 200, json: { reload: true, global_template_id: '' } });
    expect(
      await callFrom(page, 'tdb_assign_cpt_template_to_cpt', {
        template_id: forBooks,
        cpt_id: second,
        ...extra,
      }),
    ).toEqual({ status: 200, json: { global_template_id: '' } });
    expect([
      await laidOutBy('/a-story/'),
      await laidOutBy('/book/persuasion/'),
      await laidOutBy('/book/moby/'),
    ]).toEqual(['Wide', 'For books', 'the theme']);
  });

  test('[AJAX-61] [MTPL-14] wrong ids and names are refused with an error, and nothing changes', async () => {
    const before = await stored();
    for (const {
      name,
      items: [item],
      assign,
      global,
    } of panelKinds) {
      for (const action of [assign, global]) {
        if (action === undefined) continue;
        const reply = await callFrom(page, action, {
          template_id: 999_999,
          ...(item === undefined ? {} : { [item]: ids.story }),
        });
        expect([name, action, [400, 404].includes(reply.status), reply.json]).toEqual([
          name,
          action,
          true,
          error,
        ]);
      }
    }
    for (const id of ['999999', '', 'x', '-1']) {
      for (const [action, fields] of [
        ['tdb_change_template_name', { template_title: 'Other' }],
        ['tdb_delete_template', {}],
        ['tdb_set_mobile_template', { mobile_template_id: wide }],
        [
          'tdb_create_mobile_template',
          { template_title: 'Small', template_type: 'single', copyContent: '1' },
        ],
      ] as const) {
        const { status, json } = await callFrom(page, action, { template_id: id, ...fields });
        expect([action, id, status < 500, json]).toEqual([action, id, true, expect.objectContaining(error)]);
      }
    }
    for (const title of ['', '   ', '<b></b>', '\u200b', 'x'.repeat(201)]) {
      const fields = { template_id: wide, template_type: 'single', template_title: title, copyContent: '0' };
      expect([title, await callFrom(page, 'tdb_create_mobile_template', fields)]).toEqual([
        title,
        { status: 400, json: error },
      ]);
    }
    expect([await stored(), await laidOutBy('/a-story/')]).toEqual([before, 'the theme']);
    await page.reload();
    await openPanel(page);
    expect(await titles(page)).toEqual(['Global Template', 'Wide']);
  });
});

test('[AJAX-21] [AJAX-60] [ROLE-06] users who can’t edit templates, and editors with an invalid nonce, are refused each call, on the page', async () => {
  const [wide = 0] = await only('Wide');
  const people = new Map([['an editor with another nonce', ids.edda]]);
  await site.write(async (tx) => {
    for (const role of ['subscriber', 'contributor', 'author'])
      people.set(role, await makeUser(tx, { login: `a-${role}`, roles: [role] }));
  });
  const before = await stored();
  const asked: (readonly [string, Record<string, string | number>])[] = panelKinds.flatMap(
    ({ name, items: [item], assign, global }) => [
      [`tdb_get_${name}_templates`, {}] as const,
      [`tdb_get_${name}_mobile_templates`, {}] as const,
      ...(assign === undefined ? [] : [[assign, { template_id: wide, [item ?? '']: ids.story }] as const]),
      ...(global === undefined ? [] : [[global, { template_id: wide }] as const]),
    ],
  );
  asked.push(
    [
      'tdb_create_mobile_template',
      { template_id: wide, template_type: 'single', template_title: 'New', copyContent: '1' },
    ],
    ['tdb_change_template_name', { template_id: wide, template_title: 'New' }],
    ['tdb_set_mobile_template', { template_id: wide, mobile_template_id: '' }],
    ['tdb_delete_template', { template_id: wide }],
  );
  const copy = {
    postId: String(wide),
    templateType: 'single',
    templateName: 'New',
    duplicateTemplate: 'true',
  };
  const refusals = { expectedMessages: /status of 403/ };
  const refused = { status: 403, json: expect.objectContaining(error) };
  // Of another session, even one of the same editor.
  const editors = await nonceOf(await open('/a-story/'));
  let turn = 0;
  for (const [who, id] of [['a visitor', 0], ...people] as const) {
    const page =
      id === 0
        ? await browser.newPage(refusals)
        : await openNewsroom(browser, site, '/a-story/', id, refusals);
    if (id === 0) await page.goto(`${site.url}/a-story/`);
    expect([who, await page.getByRole('button', { name: /^Template: / }).count()]).toEqual([
      who,
      who === 'an editor with another nonce' ? 1 : 0,
    ]);
    // Contributors and authors get their own nonce from the bar.
    const nonces = [['contributor', 'author'].includes(who) ? '' : 'x'.repeat(20), editors];
    for (const nonce of nonces) {
      turn++;
      for (const [nth, [action, fields]] of asked.entries()) {
        if (!isDrawn('refused template calls', nth + turn, 2)) continue;
        expect([who, action, await callFrom(page, action, fields, nonce)]).toEqual([who, action, refused]);
      }
      expect([who, await copyFrom(page, copy, nonce)]).toEqual([who, refused]);
    }
  }
  expect(await stored()).toEqual(before);
});
