import { afterAll, beforeAll, expect, test } from 'vitest';
import { importWxr } from '../../src/import/import-wxr.ts';
import { totals } from '../../src/import/report.ts';
import { createPost } from '../../src/modules/posts/writer.ts';
import { inPieces, wxr } from '../fixtures/wxr.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

onDrawnDatabase('articles created by a page builder', (_get, place) => {
  let site: ServedSite;
  const uploads = 'https://old.example/wp-content/uploads/2020/01/';
  const encoded = Buffer.from(
    encodeURIComponent('<p>Raw <b>words</b></p><script>alert(1)</script>'),
  ).toString('base64');
  const text = wxr([
    {
      id: 9_001,
      slug: 'built',
      content:
        '[vc_row][vc_column][vc_custom_heading text="What the heading says"][vc_column_text]<p>Plain words.</p>[/vc_column_text]' +
        `[vc_raw_html]${encoded}[/vc_raw_html][vc_single_image image="1"][vc_video link="https://www.youtube.com/watch?v=abcdefghijk"][/vc_column][/vc_row]`,
    },
    { id: 1, type: 'attachment', status: 'inherit', slug: 'bridge', attachmentUrl: `${uploads}bridge.jpg` },
  ]);
  beforeAll(async () => {
    site = await serveSite(place());
    await site.database.write((tx) =>
      createPost(tx, { id: 1, title: 'Ours', type: 'page', status: 'publish' }),
    );
    await importWxr(site.database, inPieces(text));
  });
  afterAll(() => site.close());

  test('show the content of element attributes and base64, and their pictures and films', async () => {
    const { status, body } = await rawRequest(site.url, '/built/');
    expect(status).toBe(200);
    expect(body).toMatch(
      /What the heading says<\/h2>[^]*Plain words\.[^]*Raw <b>words<\/b>[^]*bridge\.jpg[^]*abcdefghijk/,
    );
    for (const unwanted of ['JTND', '[vc_', 'alert(1)']) expect(body).not.toContain(unwanted);
    expect((await rawRequest(site.url, '/?s=words')).body).not.toContain('JTND');
  });

  test('are the same after the same export', async () => {
    expect(totals(await importWxr(site.database, inPieces(text)))).toMatchObject({
      imported: 0,
      updated: 0,
      kept: 0,
    });
  });
});
