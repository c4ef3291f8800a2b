import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importAndCheck } from '../../src/cli/import-and-check.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { updatePost } from '../../src/modules/posts/writer.ts';
import { describeReport, emptyReport } from '../../src/import/report.ts';
import type { LossKind } from '../../src/import/losses/reader-losses.ts';
import { wxr } from '../fixtures/wxr.ts';
import type { FixtureItem } from '../fixtures/wxr.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { dumpTables } from '../harness/dump-tables.ts';

const old = 'https://old.example/wp-content/uploads';
const harmless = '<p>Words, <b>a picture</b> and <a href="https://else.example/a?b=1&amp;c">a link</a>.</p>';

onBothDatabases('the pages that an import wrote', (get, place) => {
  /** Imports items as a new site; returns the report with each page's lost parts, by kind and title. */
  const run = async (
    url: string,
    items: readonly FixtureItem[],
    { signal }: { signal?: AbortSignal } = {},
  ) => {
    const { dataDir } = place();
    const file = join(dataDir, 'export.xml');
    writeFileSync(file, wxr(items, { url }));
    const report = emptyReport();
    await importAndCheck(get(), [file], {
      report,
      pages: { siteUrl: 'https://news.example', dataDir },
      ...(signal ? { signal } : {}),
    });
    const of = (kind: LossKind) =>
      Object.fromEntries((report.losses?.kinds[kind]?.listed ?? []).map(({ title, what }) => [title, what]));
    return { report, of, losses: report.losses, lines: describeReport(report) };
  };

  test('published pages that show nothing are listed with the reason; drafts, private and withdrawn ones, and pages with content are not', async () => {
    const items: FixtureItem[] = [
      { id: 101, title: 'Shortcode', type: 'page', content: '[acme_slider id="3"]' },
      {
        id: 102,
        title: 'Script',
        type: 'page',
        content: '<div id="app"></div><script src="https://build.example/app.js"></script>',
      },
      { id: 103, title: 'Hidden', content: '<div style="display:none">Words</div>' },
      { id: 104, title: 'Block', content: '<!-- wp:acme/hero {"id":3} /-->' },
      {
        id: 105,
        title: 'Builder',
        type: 'page',
        content: '',
        meta: { _bricks_page_content_2: 'a:1:{i:0;s:30:"something that only it can read";}' },
      },
      { id: 106, title: 'Spaces', content: '&nbsp;\n<p>&nbsp;</p>' },
      { id: 107, title: 'Comment', content: '<!-- nothing yet -->' },
      { id: 108, title: 'Draft', status: 'draft', content: '[acme_slider id="3"]' },
      { id: 109, title: 'Private', status: 'private', content: '[acme_slider id="3"]' },
      { id: 110, title: 'Trash', status: 'trash', content: '[acme_slider id="3"]' },
      { id: 111, title: 'Harmless', content: harmless },
      { id: 112, title: 'Protected', password: 'x', content: harmless },
      {
        id: 113,
        title: 'Frame',
        type: 'page',
        content: '<iframe src="https://maps.unknown.example/embed?a=1"></iframe>',
      },
      { id: 114, title: 'Dynamic', type: 'page', content: '<!-- wp:latest-posts /-->' },
    ];
    const { of, losses, lines } = await run('https://empty.example', items);
    expect(of('empty')).toEqual({
      Shortcode: ['[acme_slider] shows nothing'],
      Script: ['its content came from scripts, which are not imported'],
      Hidden: ['its text is hidden or was removed'],
      Block: ['block acme/hero shows nothing'],
      Builder: ['its text is in the meta field _bricks_page_content_2'],
    });
    expect(Object.keys(of('withoutText'))).toEqual(['Spaces', 'Comment']);
    expect(of('scripts')).toEqual({ Script: ['the script https://build.example/app.js'] });
    expect(of('plugins')).toEqual({ Shortcode: ['[acme_slider]'], Block: ['block acme/hero'] });
    expect([losses?.published, losses?.checked]).toEqual([11, 11]);
    expect(losses?.kinds.empty?.listed[0]).toEqual({
      id: 101,
      type: 'page',
      title: 'Shortcode',
      path: '/page-101/',
      edit: '/wp-admin/post.php?post=101&action=edit',
      what: ['[acme_slider] shows nothing'],
      more: 0,
    });
    expect(lines).toContain('Missing for readers: 11 published pages were checked as readers see them.');
    expect(lines).toContain('  published, but empty: 5 pages');
    expect(lines).toContain('    /page-101/ "Shortcode": [acme_slider] shows nothing');
    // The same file again finds the same, and writes nothing.
    const before = await dumpTables(get());
    expect((await run('https://empty.example', items)).losses).toEqual(losses);
    expect(await dumpTables(get())).toEqual(before);
    // A page edited since then is no longer listed.
    await get().write((tx) => updatePost(tx, 101, { content: harmless }));
    expect(Object.keys((await run('https://empty.example', items)).of('empty'))).toEqual([
      'Script',
      'Hidden',
      'Block',
      'Builder',
    ]);
  });

  test('pictures, players, links, forms and parts of plugins are listed page by page', async () => {
    const items: FixtureItem[] = [
      {
        id: 201,
        title: 'Not exported',
        content: `<p>Words</p><img src="${old.replace('old', 'lost')}/2020/01/a.jpg">`,
      },
      {
        id: 202,
        type: 'attachment',
        status: 'inherit',
        attachmentUrl: 'https://lost.example/wp-content/uploads/2020/01/b.jpg',
      },
      {
        id: 203,
        title: 'At the old site',
        content: '<p>Words</p><img src="https://lost.example/wp-content/uploads/2020/01/b-300x200.jpg">',
      },
      {
        id: 204,
        title: 'Elsewhere',
        content:
          '<p><a href="https://lost.example/about/">Us</a></p><img src="https://photos.example/c.jpg">',
      },
      { id: 205, title: 'Gallery', content: '<p>Words</p>[gallery ids="202,999"]' },
      { id: 206, title: 'Featured', content: '<p>Words</p>', meta: { _thumbnail_id: '888' } },
      {
        id: 207,
        title: 'Broken',
        content: '<p>Words</p><img src="images/d.jpg"><img src="file:///C:/e.jpg">',
      },
      {
        id: 208,
        title: 'Flash',
        content: '<p>Words</p><object data="https://lost.example/player.swf"></object>',
      },
      {
        id: 209,
        title: 'Film',
        content: '<p>Words</p><video src="https://lost.example/wp-content/uploads/f.mp4"></video>',
      },
      {
        id: 210,
        title: 'YouTube',
        content: '<p>Words</p><iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe>',
      },
      { id: 211, title: 'Form', content: '<p>Write to us</p>[contact-form-7 id="1" title="Contact"]' },
      { id: 212, title: 'Gravity', content: '<p>Write to us</p>[gravityform id="1" title="false"]' },
      { id: 213, title: 'Link', content: '<p>Words</p>[layerslider id="2" url="https://shop.example/buy"]' },
      { id: 214, title: 'Words', content: '<p>Before</p>[acme_box]Words inside[/acme_box]' },
      {
        id: 215,
        title: 'Only a lost picture',
        content: '<img src="https://lost.example/wp-content/uploads/2020/01/z.jpg">',
      },
    ];
    const { of, losses } = await run('https://lost.example', items);
    expect(of('pictures')).toEqual({
      'Not exported': ['https://lost.example/wp-content/uploads/2020/01/a.jpg is not in the export'],
      Gallery: ['gallery file 999 is not in the export'],
      Featured: ['its featured image 888 is not in the export'],
      Broken: [expect.stringContaining('images/d.jpg'), expect.anything()],
      'Only a lost picture': ['https://lost.example/wp-content/uploads/2020/01/z.jpg is not in the export'],
    });
    expect(Object.keys(of('atOldSite'))).toEqual(['At the old site', 'Gallery']);
    expect(Object.keys(of('empty'))).toEqual(['Only a lost picture']);
    expect(Object.keys(of('players'))).toEqual(['Flash', 'Film']);
    expect(of('forms')).toEqual({ Form: ['[contact-form-7]'], Gravity: ['[gravityform]'] });
    expect(losses?.kinds.plugins?.listed.map(({ title }) => title)).toEqual(['Link']);
    expect(of('links')).toEqual({ Link: ['https://shop.example/buy'] });
  });

  test('links to files on another host are not lost once the files are here; those to pages that vanished are', async () => {
    const there = 'https://files.cdn.example/2020/01';
    const items: FixtureItem[] = [
      { id: 901, title: 'g', type: 'attachment', status: 'inherit', attachmentUrl: `${there}/g.jpg` },
      { id: 902, title: 'h', type: 'attachment', status: 'inherit', attachmentUrl: `${there}/h.pdf` },
      {
        id: 903,
        title: 'Linked files',
        content: `<p><a href="${there}/g.jpg"><img src="${there}/g.jpg"></a> <a href="${there}/h.pdf">Paper</a></p>`,
      },
      { id: 904, title: 'Lost', content: `<p>Words</p>[layerslider id="2" url="${there}/g.jpg"]` },
    ];
    await run('https://linked.example', items);
    for (const name of ['g.jpg', 'h.pdf'])
      await get().write((tx) =>
        tx.db
          .updateTable('media')
          .set({ file: `2020/01/${name}` })
          .where('source_url', '=', `${there}/${name}`)
          .executeTakeFirstOrThrow(),
      );
    const { of } = await run('https://linked.example', items);
    expect(of('links')).toEqual({ Lost: [`${there}/g.jpg`] });
  });

  test('parts whose data or episode are shown are not listed; empty ones are', async () => {
    const value = (input: unknown) => ({ innerContent: { desktop: { value: input } } });
    const block = (name: string, attributes: object = {}) =>
      `<!-- wp:${name} ${JSON.stringify(attributes).replaceAll('<', String.raw`\u003c`)} /-->`;
    const inRow = (inner: string) => `<!-- wp:divi/row -->${inner}<!-- /wp:divi/row -->`;
    const enclosure = { enclosure: 'https://media.example/one.mp3\n1000\naudio/mpeg' };
    const shown: Record<string, string> = {
      Words: block('divi/text', { content: value('<p>Five words</p>') }),
      Heading: inRow(block('divi/heading', { title: value('A heading') })),
      Film: block('divi/video', { video: value({ src: 'https://www.youtube.com/watch?v=abcdefghijk' }) }),
      Sound: block('divi/audio', { audio: value({ src: 'https://media.example/two.mp3' }) }),
      'Divi list': `<p>News</p>${block('divi/blog', {})}`,
      'Jetpack list': `<p>News</p>${block('jetpack/top-posts', {})}`,
      Fields: block('acf/testimonial', { data: { quote: 'Said by a reader', _quote: 'field_1' } }),
      Layout: block('siteorigin-panels/layout-block', {
        panelsData: {
          widgets: [
            { text: '<p>In a layout</p>', panels_info: { class: 'SiteOrigin_Widget_Editor_Widget' } },
          ],
          grids: [{ cells: 1 }],
          grid_cells: [{ grid: 0 }],
        },
      }),
      'Module of another maker': block('difl/blurb', { title: value('A blurb') }),
    };
    const lost: Record<string, string> = {
      'Broken data': '<p>Words</p><!-- wp:divi/text {broken "innerContent"} /-->',
      'Menu of the theme': `<p>Words</p>${block('divi/menu', { menu: value('3') })}`,
      'Form with a title': `<p>Words</p>${block('divi/contact-form', { title: value('Write to us') })}`,
      'Film without address': `<p>Words</p>${block('divi/video', { title: value('The film') })}`,
      'Global part':
        '<p>Words</p>[et_pb_section global_module="888"][/et_pb_section][fusion_global id="889"]',
      'Fields without data': `<p>Words</p>${block('acf/map', {})}`,
      'Without episode': '<p>Words</p>\n\n[powerpress]',
    };
    const items: FixtureItem[] = [
      ...Object.entries({ ...shown, ...lost }).map(([title, content], at) => ({
        id: 240 + at,
        title,
        content,
      })),
      { id: 270, title: 'Episode', content: '<p>Words</p>\n\n[powerpress]', meta: enclosure },
      { id: 271, title: 'Episode block', content: block('blubrry/powerpress', { url: '' }), meta: enclosure },
      {
        id: 272,
        title: 'Episode and list',
        content: '<p>Words</p>\n\n[powerpress]\n\n[powerpress_playlist]\n\n[acme_slider id="1"]',
        meta: enclosure,
      },
    ];
    const { of } = await run('https://shown.example', items);
    expect(of('empty')).toEqual({});
    expect(of('plugins')).toEqual({
      'Broken data': ['block divi/text'],
      'Menu of the theme': ['block divi/menu'],
      'Global part': ['[fusion_global] of item 889', '[et_pb_section] of item 888'],
      'Fields without data': ['block acf/map'],
      'Episode and list': ['[acme_slider]'],
    });
    expect(of('forms')).toEqual({ 'Form with a title': ['block divi/contact-form'] });
    expect(of('players')).toEqual({
      'Film without address': ['block divi/video'],
      'Without episode': ['[powerpress]'],
      'Episode and list': ['[powerpress_playlist]'],
    });
  });

  test('files that a gallery misses have their ids of the export, each time', async () => {
    await run('https://first.example', [{ id: 851, title: 'Has the id', content: harmless }]);
    const items: FixtureItem[] = [
      {
        id: 853,
        type: 'attachment',
        status: 'inherit',
        attachmentUrl: 'https://second.example/wp-content/uploads/2020/01/g.jpg',
      },
      { id: 854, title: 'Gallery', content: '<p>Words</p>[gallery ids="851,852,853"]' },
    ];
    for (const time of ['first', 'second'])
      expect([time, (await run('https://second.example', items)).of('pictures')]).toEqual([
        time,
        {
          Gallery: ['gallery file 851 is not in the export', 'gallery file 852 is not in the export'],
        },
      ]);
  });

  test('the front page is checked as any page; the page of the newest posts is not', async () => {
    const items: FixtureItem[] = [
      { id: 301, title: 'Home', type: 'page', content: '[acme_home]' },
      { id: 302, title: 'News', type: 'page', content: '' },
    ];
    await run('https://front.example', items);
    await get().write((tx) =>
      saveSettings(tx, { show_on_front: 'page', page_on_front: 301, page_for_posts: 302 }),
    );
    const { of } = await run('https://front.example', items);
    expect([Object.keys(of('empty')), Object.keys(of('withoutText'))]).toEqual([['Home'], []]);
  });

  test('hostile items are one bounded line each, and leave the harmless one alone', async () => {
    const deep = 10_000;
    const items: FixtureItem[] = [
      { id: 401, title: '<script>alert(1)</script>', content: '[acme_slider id="3"]' },
      { id: 402, title: 'Spaces', content: ' \n'.repeat(500_000) },
      { id: 403, title: 'Deep', content: '[acme_box]'.repeat(deep) + '[/acme_box]'.repeat(deep) },
      {
        id: 404,
        title: 'Pictures',
        content: Array.from(
          { length: 100_000 },
          (_, at) => `<img src="https://hostile.example/${at}.jpg">`,
        ).join(''),
      },
      { id: 405, title: '\u202e\u05d0\u05d1\u05d2', content: '[acme_slider id="3"]' },
      {
        id: 406,
        title: 'Address',
        content:
          '<p>Words</p><img src="http://[::bad/%E0%A4%A.jpg"><a href="https://%E0%A4%A.example/%">x</a>',
      },
      { id: 407, title: 'Brackets', content: '['.repeat(100_000) },
      { id: 408, title: 'Cut', content: '<div style="display:none"><p>Words' },
      {
        id: 409,
        title: 'Many',
        content: Array.from({ length: 3000 }, (_, at) => `[acme_slider id="${at}"]`).join('\n'),
      },
      { id: 410, title: 'Harmless', content: harmless },
      {
        id: 411,
        title: 'Blocks',
        content: '<!-- wp:paragraph --><p>\u200b</p><!-- /wp:paragraph -->'.repeat(1000),
      },
    ];
    const { report, of, losses, lines } = await run('https://hostile.example', items);
    expect(losses?.checked).toBe(11);
    expect(Object.keys(of('empty'))).toEqual(
      expect.arrayContaining(['Deep', '\u202e\u05d0\u05d1\u05d2', 'Many', 'Cut']),
    );
    expect(JSON.stringify(losses)).not.toContain('Harmless');
    const [pictures] = losses?.kinds.pictures?.listed.filter(({ title }) => title === 'Pictures') ?? [];
    expect([pictures?.what.length, (pictures?.more ?? 0) > 1000]).toEqual([10, true]);
    expect(JSON.stringify(report).length).toBeLessThan(100_000);
    expect(lines.every((line) => line.length <= 1000)).toBe(true);
    expect(lines.join('')).not.toMatch(/[\u202a-\u202e]/);
  });

  test('an import that is stopped is not checked', async () => {
    const stop = new AbortController();
    stop.abort();
    expect(
      (
        await run('https://stopped.example', [{ id: 501, content: '[acme_slider id="3"]' }], {
          signal: stop.signal,
        })
      ).losses,
    ).toBeUndefined();
  });
});
