import { expect, test } from 'vitest';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { deleteTemplate } from '../../src/modules/templates/writer.ts';
import { createTemplate } from '../../src/modules/templates/template-commands.ts';
import { findTemplate } from '../../src/modules/templates/reader.ts';
import { listTemplateRevisions } from '../../src/modules/templates/revisions.ts';
import { templateEditorUrl } from '../../src/modules/templates/model.ts';
import { maxDocumentLength } from '../../src/modules/templates/template-input.ts';
import { operator } from '../../src/modules/users/role.ts';
import { decodeEntities } from '../../src/lib/plain-text.ts';
import { hiddenIn, useAccountSite } from '../harness/account-site.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makePost } from '../harness/factories.ts';
import { inParts } from '../harness/in-parts.ts';
import { rawRequest } from '../harness/served-site.ts';

const path = '/wp-admin/site-editor.php';
const markup = (words: string) =>
  `<!-- wp:paragraph -->\n<p>${words}</p>\n<!-- /wp:paragraph -->\n<!-- wp:broadsheet/post-content /-->`;

/** Fields a browser would send of the unchanged form. */
function formIn(page: string): Record<string, string> {
  const hidden = ['postId', 'revision', '_wpnonce', 'beganTitle', 'beganMark'].map((name) => [
    name,
    hiddenIn(page, name),
  ]);
  const [, title = ''] = /name="title"[^>]* value="([^"]*)"/.exec(page) ?? [];
  const [, content = ''] = /<textarea[^>]*>([^<]*)<\/textarea>/.exec(page) ?? [];
  return { ...Object.fromEntries(hidden), title: decodeEntities(title), content: decodeEntities(content) };
}

onDrawnDatabase('the page of a template', (_get, place) => {
  const accounts = useAccountSite(place);
  const make = (title: string, type = 'single') =>
    accounts.site.database.write((tx) =>
      createTemplate(tx, operator(), { type, title, content: markup(title) }),
    );
  const stored = async (id: number) => await findTemplate(accounts.site.database.read, id);
  const save = (cookie: string, fields: Record<string, string>) =>
    accounts.sendTo(path, { section: 'save', ...fields }, { cookie });
  const addressOf = (id: number) => templateEditorUrl('', id);

  test('[MTPL-10] its address shows name, markup and preview, and saves both, with the former state as a revision', async () => {
    const { cookie } = await accounts.createPerson(['editor']);
    await accounts.site.database.write((tx) => makePost(tx, { title: 'A story', slug: 'a-story' }));
    const id = await make('Wide & <b>bold</b>');
    const shown = await accounts.get(addressOf(id), cookie);
    expect(shown.status).toBe(200);
    expect(shown.body).toContain('&lt;!-- wp:paragraph --&gt;');
    expect(shown.body).toContain(`<iframe src="/a-story/?template_preview=${id}&amp;device=desktop"`);
    const [nonce, revision] = [hiddenIn(shown.body, '_wpnonce'), hiddenIn(shown.body, 'revision')];
    const content = `${markup('Anew')}\n\n`;
    const saved = await save(cookie, {
      postId: String(id),
      title: 'Narrow',
      content: content.replaceAll('\n', '\r\n'),
      revision,
      _wpnonce: nonce,
    });
    expect([saved.status, saved.headers.location]).toEqual([303, `${addressOf(id)}&done=1`]);
    expect(await stored(id)).toMatchObject({ title: 'Narrow', content });
    const { revisions } = await listTemplateRevisions(accounts.site.database.read, id, { limit: 10 });
    expect(revisions.map(({ title }) => title)).toEqual(['Narrow', 'Wide & bold']);
    const again = await accounts.get(addressOf(id), cookie);
    expect(again.body).not.toContain('<del>');
    const compared = await accounts.get(`${addressOf(id)}&compare=${revisions[1]?.id}`, cookie);
    expect(compared.body).toContain('Name: “Wide &amp; bold” in this revision, “Narrow” now.');
    expect(compared.body).toContain(
      '<del>− &lt;p&gt;Wide &amp; &lt;b&gt;bold&lt;/b&gt;&lt;/p&gt;\n</del><ins>+ &lt;p&gt;Anew&lt;/p&gt;\n</ins>',
    );
    const current = await accounts.get(`${addressOf(id)}&compare=${revisions[0]?.id}`, cookie);
    expect(current.body).toContain('The markup of this revision matches the current markup.');
    const another = await make('Of another');
    const foreign = await accounts.get(`${addressOf(another)}&compare=${revisions[1]?.id}`, cookie);
    expect([foreign.status, foreign.body.includes('aria-label="Comparison"')]).toEqual([200, false]);
    const back = {
      section: 'restore',
      restore: String(revisions[1]?.id),
      postId: String(id),
      revision: hiddenIn(again.body, 'revision'),
      _wpnonce: nonce,
    };
    expect((await accounts.sendTo(path, back, { cookie })).status).toBe(303);
    expect(await stored(id)).toMatchObject({ title: 'Wide & bold', content: markup('Wide & <b>bold</b>') });
  });

  test('saving over a newer state loses nothing, and shows both sides; without a name nothing is saved', async () => {
    const { cookie } = await accounts.createPerson(['editor']);
    const id = await make('Both');
    const shown = await accounts.get(addressOf(id), cookie);
    const fields = {
      postId: String(id),
      revision: hiddenIn(shown.body, 'revision'),
      _wpnonce: hiddenIn(shown.body, '_wpnonce'),
    };
    await save(cookie, { ...fields, title: 'Theirs', content: markup('Of theirs') });
    const refused = await save(cookie, { ...fields, title: 'Mine', content: markup('Of mine') });
    expect(refused.status).toBe(409);
    expect(refused.body).toContain('Of mine');
    expect(refused.body).toMatch(/Saved by another user in the meantime[^]*Of theirs/);
    const unnamed = await save(cookie, {
      ...fields,
      revision: hiddenIn(refused.body, 'revision'),
      title: ' ',
      content: markup('Kept in the form'),
    });
    expect([unnamed.status, unnamed.body.includes('Kept in the form')]).toEqual([400, true]);
    const unseen = await save(cookie, {
      ...fields,
      revision: hiddenIn(unnamed.body, 'revision'),
      title: '\u200b\u200e',
      content: markup('Kept, too'),
    });
    expect([
      unseen.status,
      unseen.body.includes('Kept, too'),
      unseen.body.includes('Please enter a name.'),
    ]).toEqual([400, true, true]);
    expect(await stored(id)).toMatchObject({ title: 'Theirs' });
  });

  test('a rename keeps another user’s concurrent markup, and the other way round', async () => {
    const { cookie } = await accounts.createPerson(['editor']);
    const id = await make('Before');
    const begun = async () => {
      const { body } = await accounts.get(addressOf(id), cookie);
      return formIn(body);
    };
    const [mine, theirs] = [await begun(), await begun()];
    expect((await save(cookie, { ...theirs, title: 'Their name' })).status).toBe(303);
    const refused = await save(cookie, { ...mine, content: markup('My words') });
    expect([refused.status, formIn(refused.body)['title']]).toEqual([409, 'Their name']);
    expect((await save(cookie, { ...formIn(refused.body), content: markup('My words') })).status).toBe(303);
    expect(await stored(id)).toMatchObject({ title: 'Their name', content: markup('My words') });
    const [renaming, writing] = [await begun(), await begun()];
    expect(
      (await save(cookie, { ...writing, content: markup('Other words').replaceAll('\n', '\r\n') })).status,
    ).toBe(303);
    const late = await save(cookie, { ...renaming, title: 'My name' });
    expect(late.status).toBe(409);
    // Other refusals keep the input, too.
    const nameless = await save(cookie, { ...formIn(late.body), title: '\u200b' });
    expect(nameless.status).toBe(400);
    expect((await save(cookie, { ...formIn(nameless.body), title: 'My name' })).status).toBe(303);
    expect(await stored(id)).toMatchObject({ title: 'My name', content: markup('Other words') });
  });

  test('a document may have the maximum length in three-byte characters; a longer one is returned with its input', async () => {
    const { cookie } = await accounts.createPerson(['editor']);
    const id = await make('Long');
    const shown = await accounts.get(addressOf(id), cookie);
    expect(shown.body).toMatch(/<form[^>]* enctype="multipart\/form-data"/i);
    const sendParts = (content: string, cookies = cookie) => {
      const fields = {
        section: 'save',
        postId: String(id),
        revision: hiddenIn(shown.body, 'revision'),
        _wpnonce: hiddenIn(shown.body, '_wpnonce'),
      };
      const { type, payload } = inParts([...Object.entries(fields), ['title', 'Long'], ['content', content]]);
      return rawRequest(accounts.site.url, path, {
        method: 'POST',
        headers: { 'content-type': type, cookie: cookies },
        body: payload,
      });
    };
    const longest = `${markup('あ'.repeat(maxDocumentLength - markup('').length))}`;
    expect([longest.length, Buffer.byteLength(longest) > 5_000_000]).toEqual([maxDocumentLength, true]);
    const refused = await sendParts(`${longest}い`);
    expect([
      refused.status,
      refused.body.includes(
        `The markup has ${maxDocumentLength + 1} characters; the maximum is ${maxDocumentLength}.`,
      ),
    ]).toEqual([400, true]);
    expect([refused.body.includes('い</textarea>'), (await stored(id))?.content]).toEqual([
      true,
      markup('Long'),
    ]);
    const saved = await sendParts(longest.replaceAll('\n', '\r\n'));
    expect([saved.status, (await stored(id))?.content === longest]).toEqual([303, true]);
    // Without the capability the body is read only up to the limit of ordinary forms.
    for (const other of ['', (await accounts.createPerson(['author'])).cookie]) {
      const { status } = await sendParts('x'.repeat(1_100_000), other);
      expect(status >= 300 && status < 500).toBe(true);
    }
    const huge = await sendParts('x'.repeat(maxDocumentLength * 6));
    expect(huge.status).toBe(413);
    expect((await stored(id))?.content === longest).toBe(true);
  });

  test('an ended session loses nothing: the input is shown with the log-in form, and saved after confirmation', async () => {
    const { cookie } = await accounts.createPerson(['editor']);
    const id = await make('Long work');
    const shown = await accounts.get(addressOf(id), cookie);
    const [revision, nonce] = [hiddenIn(shown.body, 'revision'), hiddenIn(shown.body, '_wpnonce')];
    const lost = await save('', {
      postId: String(id),
      revision,
      _wpnonce: nonce,
      title: 'Hours later',
      content: markup('Typed for <i>hours</i>'),
    });
    expect([
      lost.status,
      lost.body.includes('Typed for &lt;i&gt;hours'),
      lost.body.includes('Hours later'),
    ]).toEqual([403, true, true]);
    expect(lost.body).toMatch(/href="\/wp-login\.php\?[^"]*site-editor\.php[^"]*" target="_blank"/);
    expect([
      hiddenIn(lost.body, 'revision'),
      hiddenIn(lost.body, 'postId'),
      hiddenIn(lost.body, '_wpnonce'),
    ]).toEqual([revision, String(id), '']);
    expect(await stored(id)).toMatchObject({ title: 'Long work' });
    // Another user saves concurrently: this form is outdated.
    await save(cookie, {
      postId: String(id),
      revision,
      _wpnonce: nonce,
      title: 'Theirs',
      content: markup('Theirs'),
    });
    const fields = {
      postId: String(id),
      revision,
      title: 'Hours later',
      content: markup('Typed for <i>hours</i>'),
    };
    const seen = await save(cookie, { ...fields, _wpnonce: '' });
    expect([seen.status, hiddenIn(seen.body, 'revision')]).toEqual([403, revision]);
    const stale = await save(cookie, { ...fields, _wpnonce: hiddenIn(seen.body, '_wpnonce') });
    expect([stale.status, stale.body.includes('Typed for &lt;i&gt;hours')]).toEqual([409, true]);
    const saved = await save(cookie, {
      ...fields,
      revision: hiddenIn(stale.body, 'revision'),
      _wpnonce: hiddenIn(stale.body, '_wpnonce'),
    });
    expect([saved.status, (await stored(id))?.title]).toEqual([303, 'Hours later']);
    const elsewhere = await accounts.sendTo(
      path,
      { section: 'save', ...fields },
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    );
    expect([elsewhere.status, elsewhere.body.includes('hours')]).toEqual([303, false]);
  });

  test('a broken one shows why pages skip it; a deleted one is not found, and the list has the others', async () => {
    const { cookie } = await accounts.createPerson(['editor']);
    const [broken, gone] = [await make('Broken'), await make('Gone')];
    const shown = await accounts.get(addressOf(broken), cookie);
    const fields = {
      postId: String(broken),
      revision: hiddenIn(shown.body, 'revision'),
      _wpnonce: hiddenIn(shown.body, '_wpnonce'),
    };
    await save(cookie, { ...fields, title: 'Broken', content: '<!-- wp:broadsheet/no-such-block /-->' });
    expect((await accounts.get(addressOf(broken), cookie)).body).toContain(
      'Pages skip this template because it is broken',
    );
    await accounts.site.database.write((tx) => deleteTemplate(tx, gone));
    expect((await accounts.get(addressOf(gone), cookie)).status).toBe(404);
    const list = await accounts.get(path, cookie);
    expect([list.status, list.body.includes('>Broken</a>'), list.body.includes('>Gone</a>')]).toEqual([
      200,
      true,
      false,
    ]);
  });

  test('a header is assigned to the whole site, and undone, against the state that the user saw', async () => {
    const { cookie } = await accounts.createPerson(['editor']);
    const [first, second] = [await make('Masthead', 'header'), await make('Slim head', 'header')];
    const front = async () => (await accounts.get('/')).body;
    const seen = async (id: number) => (await accounts.get(addressOf(id), cookie)).body;
    const use = (id: number, from: number, wanted = '1', nonce?: string) =>
      seen(id).then((body) =>
        accounts.sendTo(
          path,
          {
            section: 'use',
            postId: String(id),
            use: wanted,
            from: String(from),
            _wpnonce: nonce ?? hiddenIn(body, '_wpnonce'),
          },
          { cookie },
        ),
      );
    expect(await seen(first)).toMatch(/The whole site uses the theme’s default\.[^]*Use on the whole site/);
    expect(await front()).not.toContain('Masthead');
    expect((await use(first, 0, '1', 'stale')).status).toBe(403);
    const used = await use(first, 0);
    expect([used.status, used.headers.location]).toEqual([303, `${addressOf(first)}&done=1`]);
    await expect.poll(front).toContain('>Masthead</p>');
    expect(await seen(first)).toMatch(/The whole site uses it\.[^]*Stop using on the whole site/);
    expect(await seen(second)).toContain('The whole site uses “Masthead”.');
    expect([(await use(second, 0)).status, (await use(second, Number.NaN)).status]).toEqual([409, 409]);
    expect(await front()).toContain('>Masthead</p>');
    expect((await use(second, first)).status).toBe(303);
    await expect.poll(front).toContain('>Slim head</p>');
    expect((await use(second, second, '0')).status).toBe(303);
    await expect.poll(front).not.toContain('Slim head');
    const article = await make('No part');
    expect([(await seen(article)).includes('The whole site'), (await use(article, 0)).status]).toEqual([
      false,
      404,
    ]);
  });

  test('it is in the site’s language, with left-to-right markup, including the message about an invalid name', async () => {
    const { cookie } = await accounts.createPerson(['editor']);
    const id = await make('Weit');
    const speak = async (language: string) =>
      accounts.site.database.write((tx) => saveSettings(tx, { site_language: language }));
    try {
      await speak('de');
      const shown = (await accounts.get(`${addressOf(id)}&compare=1`, cookie)).body;
      const said = [
        'Art der Seite: Einzelner Beitrag',
        '>Speichern</button>',
        'Vorschau',
        'Revisionen',
        'Alle Vorlagen',
      ];
      for (const words of said) expect(shown).toContain(words);
      expect(shown).not.toMatch(/Kind of page|>Save<|Preview<|Revisions<|lang="en"/);
      const fields = {
        postId: String(id),
        revision: hiddenIn(shown, 'revision'),
        _wpnonce: hiddenIn(shown, '_wpnonce'),
        content: 'x',
      };
      expect((await save(cookie, { ...fields, title: ' ' })).body).toContain(
        'Bitte geben Sie einen Namen ein.',
      );
      await speak('ar');
      const mirrored = (await accounts.get(addressOf(id), cookie)).body;
      expect([
        mirrored.includes('dir="rtl"'),
        /<textarea[^>]* dir="ltr"/.test(mirrored),
        mirrored.includes('المراجعات'),
      ]).toEqual([true, true, true]);
    } finally {
      await speak('en');
    }
  });

  test('cross-site, malformed and unauthorized requests change nothing for another user', async () => {
    const [{ cookie }, author] = [
      await accounts.createPerson(['editor']),
      await accounts.createPerson(['author']),
    ];
    const [id, bystander] = [await make('Attacked'), await make('Bystander')];
    const shown = await accounts.get(addressOf(id), cookie);
    const [revision, nonce] = [hiddenIn(shown.body, 'revision'), hiddenIn(shown.body, '_wpnonce')];
    const good = { postId: String(id), revision, _wpnonce: nonce, title: 'Taken', content: markup('Taken') };
    const attacks: readonly [Record<string, string>, string][] = [
      [good, ''],
      [good, author.cookie],
      [{ ...good, _wpnonce: '0' }, cookie],
      [{ ...good, postId: '999999' }, cookie],
      [{ ...good, postId: '9'.repeat(40) }, cookie],
      [{ ...good, postId: '-1' }, cookie],
      [{ ...good, revision: '' }, cookie],
      [{ ...good, revision: '1e309' }, cookie],
      [{ ...good, title: 'x'.repeat(5000) }, cookie],
      [{ ...good, section: 'constructor' }, cookie],
      [{ ...good, section: 'restore', restore: "1' or 1=1" }, cookie],
    ];
    for (const [fields, who] of attacks) {
      const { status } = await accounts.sendTo(path, { section: 'save', ...fields }, { cookie: who });
      expect([fields, status >= 300 && status < 500]).toEqual([fields, true]);
    }
    for (const requested of [
      '?postId=0',
      '?postId=x',
      `?postId=${'9'.repeat(30)}`,
      `?postId=${id}&tdbLoadDataFromId=%00`,
    ]) {
      expect((await accounts.get(path + requested, cookie)).status).toBe(200);
    }
    expect([(await stored(id))?.title, (await stored(bystander))?.title]).toEqual(['Attacked', 'Bystander']);
    const scripted = { ...good, content: '<!-- wp:html --><script>alert(1)</script><!-- /wp:html -->' };
    await save(cookie, scripted);
    expect((await accounts.get(addressOf(id), cookie)).body).not.toContain('<script>alert(1)');
  });
});
