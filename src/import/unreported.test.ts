import { expect, test } from 'vitest';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { dumpTables } from '../../test/harness/dump-tables.ts';
import { inPieces, wxr } from '../../test/fixtures/wxr.ts';
import type { FixtureItem } from '../../test/fixtures/wxr.ts';
import { findPictures } from '../modules/media/reader.ts';
import { saveSettings } from '../modules/settings/store.ts';
import { importWxr } from './import-wxr.ts';
import { describeReport, emptyReport } from './report.ts';

const noDate = '0000-00-00 00:00:00';

onBothDatabases('data missing from an export', (get) => {
  const run = (items: readonly FixtureItem[], url: string) => importWxr(get(), inPieces(wxr(items, { url })));
  const datesOf = async (slug: string) => {
    const { published_at: published, modified_at: modified } = await get()
      .read.selectFrom('post')
      .select(['published_at', 'modified_at'])
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow();
    return [published, modified].map((at) => new Date(at).toISOString().slice(0, 16));
  };

  test('when something was published in UTC: the date of the feed does, else the clock of the site, as its other items have it', async () => {
    const local = '2020-07-01 12:00:00';
    const undated = { dateGmt: noDate, date: local, modifiedGmt: noDate, modified: '2020-07-02 12:00:00' };
    const text = [
      { id: 10, slug: 'by-feed', ...undated, pubDate: 'Wed, 01 Jul 2020 03:00:00 +0000' },
      {
        id: 11,
        slug: 'by-clock',
        ...undated,
        pubDate: 'Wed, 30 Nov -0001 00:00:00 +0000',
        comments: [{ id: 111, dateGmt: noDate }],
      },
      { id: 12, slug: 'tells', dateGmt: '2020-06-01 03:00:00', date: '2020-06-01 12:00:00' },
    ];
    await run(text, 'https://tokyo.example');
    expect([await datesOf('by-feed'), await datesOf('by-clock')]).toEqual([
      ['2020-07-01T03:00', '2020-07-02T03:00'],
      ['2020-07-01T03:00', '2020-07-02T03:00'],
    ]);
    const comment = await get()
      .read.selectFrom('comment')
      .select('created_at')
      .where('post_id', '=', 11)
      .executeTakeFirstOrThrow();
    expect(new Date(comment.created_at).toISOString().slice(0, 16)).toBe('2020-01-01T18:04');
    const before = await dumpTables(get());
    await run(text, 'https://tokyo.example');
    expect(await dumpTables(get())).toEqual(before);
    // No item of this export reveals the zone, so the local setting is used.
    await get().write((tx) => saveSettings(tx, { timezone_string: 'America/New_York' }));
    await run([{ id: 20, slug: 'by-site', ...undated }], 'https://alone.example');
    expect(await datesOf('by-site')).toEqual(['2020-07-01T16:00', '2020-07-02T16:00']);
  });

  test('when there is no publication date: the modified date, else that of the previous item; a comment has its parent’s date', async () => {
    const none = { dateGmt: noDate, date: noDate, pubDate: 'Wed, 30 Nov -0001 00:00:00 +0000' };
    const undated = { ...none, modifiedGmt: noDate, modified: noDate };
    const text = [
      { id: 30, slug: 'first-undated', ...undated },
      {
        id: 31,
        slug: 'dated',
        dateGmt: '2019-03-04 05:06:07',
        comments: [{ id: 311, dateGmt: noDate, date: noDate }],
      },
      { id: 32, slug: 'undated', ...undated },
      { id: 33, slug: 'scheduled', dateGmt: '2999-01-01 00:00:00', status: 'future' },
      {
        id: 34,
        slug: 'changed',
        ...none,
        modifiedGmt: '2019-05-06 07:08:09',
        comments: [
          { id: 341, dateGmt: '2019-06-01 10:00:00' },
          { id: 342, parent: 341, dateGmt: noDate, date: noDate },
        ],
      },
      { id: 35, slug: 'changed-later', ...none, modifiedGmt: '2999-01-01 00:00:00' },
      { id: 36, slug: 'undated-draft', status: 'draft', ...undated },
      {
        id: 37,
        slug: 'undated-file',
        type: 'attachment',
        status: 'inherit',
        attachmentUrl: 'https://undated.example/wp-content/uploads/a.jpg',
        ...undated,
      },
    ];
    const options = { url: 'https://undated.example', exported: 'Mon, 06 Jan 2025 10:00:00 +0000' };
    const report = await importWxr(get(), inPieces(wxr(text, options)));
    const dated = async (slug: string) => (await datesOf(slug))[0];
    const now = new Date().toISOString().slice(0, 10);
    expect([
      await dated('first-undated'),
      await dated('undated'),
      await dated('changed'),
      await dated('undated-draft'),
    ]).toEqual(['2025-01-06T10:00', '2019-03-04T05:06', '2019-05-06T07:08', '1970-01-01T00:00']);
    for (const slug of ['changed-later', 'undated-file']) expect((await dated(slug))?.slice(0, 10)).toBe(now);
    const comments = await get()
      .read.selectFrom('comment')
      .select(['id', 'created_at'])
      .where('id', 'in', [311, 341, 342])
      .orderBy('id')
      .execute();
    expect(comments.map(({ created_at: at }) => new Date(at).toISOString().slice(0, 16))).toEqual([
      '2019-03-04T05:06',
      '2019-06-01T10:00',
      '2019-06-01T10:00',
    ]);
    const [before, last, answers] = [
      'the previous item in the file',
      'its last change',
      'the comment or post it replies to',
    ];
    expect(
      report.notes.map(({ id, message }) => [id, message.replace('it has no date; it got the date of ', '')]),
    ).toEqual([
      ['30', before],
      ['311', answers],
      ['32', before],
      ['34', last],
      ['342', answers],
      ['35', last],
      ['37', before],
    ]);
    const rows = await dumpTables(get());
    await importWxr(get(), inPieces(wxr(text, options)));
    expect(await dumpTables(get())).toEqual(rows);
  });

  test('an attachment’s file: a link to its page is not a picture, and the report says so', async () => {
    const report = await run(
      [
        {
          id: 24,
          type: 'attachment',
          status: 'inherit',
          slug: 'without',
          guid: 'https://untold.example/?p=24',
        },
        {
          id: 25,
          type: 'attachment',
          status: 'inherit',
          slug: 'page',
          guid: 'https://untold.example/index.php?attachment_id=25',
        },
        {
          id: 26,
          type: 'attachment',
          status: 'inherit',
          slug: 'of-old',
          guid: 'https://untold.example/wp-content/uploads/2009/a.JPG',
        },
        {
          id: 27,
          type: 'attachment',
          status: 'inherit',
          slug: 'noted',
          guid: 'https://untold.example/?p=27',
          meta: { _wp_attached_file: '2020/05/b.png' },
        },
      ],
      'https://untold.example',
    );
    const reason = 'the export does not contain the address of its file; use --uploads to find it';
    expect(report.missingFiles.map((missing) => [missing.id, missing.url, missing.reason])).toEqual([
      ['24', '', reason],
      ['25', '', reason],
      ['26', 'https://untold.example/wp-content/uploads/2009/a.JPG', undefined],
      ['27', '', reason],
    ]);
    expect(describeReport(report)).toContain(`  24: (no address) – ${reason}`);
    expect([
      ...(await findPictures({ database: get(), siteUrl: 'https://here.example' }, [24, 25, 26, 27])).keys(),
    ]).toEqual([26]);
    const types = await get()
      .read.selectFrom('post')
      .select('mime_type')
      .where('id', 'in', [24, 25, 26, 27])
      .orderBy('id')
      .execute();
    expect(types.map((row) => row.mime_type)).toEqual([
      'application/octet-stream',
      'application/octet-stream',
      'image/jpeg',
      'image/png',
    ]);
  });
});

test('a post type with a very long name does not widen the table', () => {
  const report = emptyReport();
  const kind = `item ${'x'.repeat(5000)}`;
  report.counts[kind] = { found: 1, imported: 0, updated: 0, unchanged: 0, kept: 0, dropped: 1 };
  report.dropped.push({ kind, id: '1', title: '', message: 'it has no use here' });
  const lines = describeReport(report);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(120);
  expect(lines).toContain(`  item ${'x'.repeat(34)}… 1: it has no use here`);
});
