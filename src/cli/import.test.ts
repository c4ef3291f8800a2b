import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeWxr } from '../../test/bench/made-up-wxr.ts';
import { wxr } from '../../test/fixtures/wxr.ts';
import { acfMeta } from '../../test/fixtures/acf-export.ts';
import { commandLine } from '../../test/harness/command-line.ts';
import { listActivity } from '../modules/activity/reader.ts';
import { createPost, updatePost } from '../modules/posts/writer.ts';
import { openSiteDatabase } from '../site-database.ts';
import { demoSource, Ledger } from '../modules/imports/ledger.ts';

const folder = mkdtempSync(join(tmpdir(), 'broadsheet-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(folder, name), content);
  return name;
};

function run(
  args: readonly string[],
  data = 'data',
  onLine: (line: string, kill: (signal: NodeJS.Signals) => void) => void = () => {},
): Promise<{ code: number | null; out: string; err: string }> {
  const env = { INIT_CWD: folder, DATA_DIR: join(folder, data), ADMIN_PASSWORD: 'long enough' };
  const child = spawn(process.execPath, [commandLine, ...args], { env });
  let [out, err] = ['', ''];
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
    for (const line of chunk.toString().split('\n')) onLine(line, (signal) => child.kill(signal));
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, err }));
  });
}

test('lists the commands for --help, and for unknown ones with exit code 2', async () => {
  expect(await run(['--help'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/import +Import WordPress exports/),
  });
  expect(await run(['improt'])).toMatchObject({
    code: 2,
    err: expect.stringMatching(/Unknown command "improt"\.[\s\S]*import +Import/),
  });
  expect(await run([])).toMatchObject({ code: 2, err: expect.stringMatching(/No command given/) });
  expect(await run(['import', '--help'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/--report FILE/),
  });
  expect(await run(['import'])).toMatchObject({
    code: 2,
    err: expect.stringMatching(/Specify at least one file/),
  });
  expect(await run(['import', '--fast', 'x.xml'])).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^Unknown option --fast\. Use --help to list the options\.\n\nUsage: /),
  });
});

test('reports a faulty file, with exit code 1', async () => {
  const invalid = [
    ['absent.xml', /File .*absent\.xml not found/],
    ['.', /is not a file/],
    [file('page.xml', '<!doctype html><p>Log in</p>'), /page\.xml: The file is a web page/],
    [file('export.xml.gz', new Uint8Array([0x1f, 0x8b, 8, 0])), /export\.xml\.gz: The file is compressed/],
    [file('empty.xml', ''), /empty\.xml: The file is empty/],
  ] as const;
  for (const [name, message] of invalid) {
    const { code, err } = await run(['import', name]);
    expect({ name, code }).toEqual({ name, code: 1 });
    expect(err).toMatch(message);
    expect(err).not.toMatch(/\n\s+at /);
  }
});

test('a file that is not an export creates and removes nothing, and blocks the import of the others', async () => {
  const feed =
    '<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><item><title>One</title></item></channel></rss>';
  const good = file('good.xml', wxr([{ id: 1 }]));
  for (const [name, message] of [
    [file('words.xml', 'hello'), /^words\.xml: The file is not XML: .* Nothing was imported\.\n$/],
    [file('feed.xml', feed), /^feed\.xml: The file is a news feed, .* Nothing was imported\.\n$/],
  ] as const) {
    const { code, err } = await run(['import', good, name], 'unmade');
    expect([code, err]).toEqual([1, expect.stringMatching(message)]);
  }
  expect(existsSync(join(folder, 'unmade'))).toBe(false);
});

test('imports files named from the caller’s folder, prints and writes the report', async () => {
  const content =
    '<!-- wp:acme/map /-->[acme_form]<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph --><!-- wp:broadsheet/share /-->';
  const items = [
    { id: 1, content, meta: { acme_key: 'x', _edit_last: '1' } },
    { id: 2, type: 'oembed_cache' },
  ];
  const { code, out } = await run([
    'import',
    file('a.xml', wxr(items)),
    file('b.xml', wxr([{ id: 3 }], { url: 'https://b.example' })),
    '--report',
    'report.json',
    '--quiet',
  ]);
  expect(code).toBe(0);
  expect(out).toMatch(/item post +2 +2 +0 +0 +0/);
  expect(out).toContain('Unknown blocks that show nothing (1):\n  acme/map: 1 in 1 post, such as /post-1/\n');
  expect(out).toContain(
    'Unknown shortcodes; their content is shown (1):\n  acme_form: 1 in 1 post, such as /post-1/\n',
  );
  expect(out).toContain('Unused post meta; stored (1):\n  acme_key: 1 in 1 post, such as /post-1/\n');
  expect(out).toContain(
    'Missing for readers: 2 published pages were checked as readers see them.\n' +
      '  forms lost: 1 page\n    /post-1/ "Title 1": [acme_form]\n',
  );
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as {
    files: { name: string; source: string }[];
    dropped: { id: string; message: string }[];
    losses: { kinds: Record<string, { pages: number }> };
  };
  expect(Object.entries(report.losses.kinds).map(([kind, { pages }]) => [kind, pages])).toEqual([
    ['forms', 1],
    ['plugins', 1],
  ]);
  expect(report.files.map(({ name, source }) => [name, source])).toEqual([
    ['a.xml', 'https://old.example'],
    ['b.xml', 'https://b.example'],
  ]);
  expect(report.dropped).toEqual([
    {
      kind: 'item oembed_cache',
      id: '2',
      title: 'Title 2',
      message: 'cached embed; it is fetched again',
    },
  ]);
  const cut = await run(['import', file('cut.xml', wxr([{ id: 1 }, { id: 9 }]).slice(0, -100))]);
  expect(cut).toMatchObject({ code: 1, out: expect.stringMatching(/The file is incomplete: line \d+/) });
});

test('imports files from a copy of the uploads, and keeps local edits unless forced', async () => {
  mkdirSync(join(folder, 'uploads/2020/05'), { recursive: true });
  writeFileSync(join(folder, 'uploads/2020/05/paper.pdf'), '%PDF-1.4');
  const version = (title: string) =>
    file(
      'site.xml',
      wxr([
        { id: 1, title },
        {
          id: 2,
          type: 'attachment',
          status: 'inherit',
          attachmentUrl: 'https://old.example/wp-content/uploads/2020/05/paper.pdf',
        },
      ]),
    );
  const importing = (...options: string[]) =>
    run(
      ['import', version(options.includes('--force') ? 'Third' : 'Second'), '--quiet', ...options],
      'files',
    );
  expect((await run(['import', version('First'), '--quiet', '--uploads', 'uploads'], 'files')).out).toMatch(
    /Imported the files of 1 attachments/,
  );
  expect(readFileSync(join(folder, 'files/media/2020/05/paper.pdf'), 'utf8')).toBe('%PDF-1.4');
  expect(await importing('--uploads', 'nowhere')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/--uploads .*nowhere could not be read\. File or folder .*nowhere not found/),
  });
  const database = await openSiteDatabase({ dataDir: join(folder, 'files') });
  await database.write((tx) => updatePost(tx, 1, { title: 'Ours' }));
  const title = async () =>
    (await database.read.selectFrom('post').select('title').where('id', '=', 1).executeTakeFirst())?.title;
  expect([(await importing()).out, await title()]).toEqual([
    expect.stringMatching(/Edited here and unchanged \(1\):\n {2}item post 1 "Second"/),
    'Ours',
  ]);
  expect([(await importing('--force')).code, await title()]).toEqual([0, 'Third']);
  await database.close();
});

test('the log has one entry per import, and no entry for one without changes', async () => {
  const name = file('noted.xml', wxr([{ id: 100 }, { id: 101 }]));
  for (const _ of ['first', 'again']) expect((await run(['import', name], 'noted')).code).toBe(0);
  const database = await openSiteDatabase({ dataDir: join(folder, 'noted') });
  expect(await listActivity(database.read, { limit: 9 })).toEqual([
    {
      id: expect.any(Number),
      at: expect.any(Number),
      from: 'import',
      userId: 0,
      userName: 'Import',
      verb: 'import',
      kind: 'site',
      itemId: 0,
      summary: expect.stringMatching(/^noted\.xml: \d+ imported, 0 updated$/),
    },
  ]);
  await database.close();
});

test('refuses to import over an edited demo, unless --keep-demo is set', async () => {
  const database = await openSiteDatabase({ dataDir: join(folder, 'demo') });
  await database.migrate();
  await database.write(async (tx) => {
    const localId = await createPost(tx, { title: 'Of the demo', status: 'publish' });
    await new Ledger(demoSource).record(tx, 'post', 'post:of-the-demo', {
      localId,
      hash: 'seeded',
      state: 'as it was',
    });
  });
  const name = file('over.xml', wxr([{ id: 100 }]));
  expect(await run(['import', name], 'demo')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/the demo's post "post:of-the-demo" \(edited\)\. Use --keep-demo/),
  });
  expect((await run(['import', name, '--keep-demo'], 'demo')).code).toBe(0);
  expect((await run(['import', name], 'demo')).code).toBe(0); // an import is there as well now
  expect(await database.read.selectFrom('post').select('title').orderBy('id').execute()).toEqual([
    { title: 'Of the demo' },
    { title: 'Title 100' },
  ]);
  await database.close();
});

test('stops after the batch at a signal, with a correct report and exit code 130; the next run continues', async () => {
  const posts = 1500; // several seconds of work: progress appears after one second on any machine
  const pieces: string[] = [];
  for await (const piece of makeWxr(posts)) pieces.push(piece);
  const name = file('many.xml', pieces.join(''));
  const first = await run(['import', name, '--report', 'stopped.json'], 'many', (line, kill) => {
    if (/items, /.test(line)) kill('SIGINT');
  });
  expect(first.code).toBe(130);
  expect(first.out).toMatch(/run the same import again to continue/);
  const stopped = JSON.parse(readFileSync(join(folder, 'stopped.json'), 'utf8')) as {
    stopped: boolean;
    counts: Record<string, { imported: number }>;
  };
  const database = await openSiteDatabase({ dataDir: join(folder, 'many') });
  const stored = async () =>
    Number(
      (
        await database.read
          .selectFrom('post')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    );
  expect(stopped.stopped).toBe(true);
  expect(await stored()).toBe(stopped.counts['item post']?.imported ?? 0);
  expect(await stored()).toBeLessThan(posts);
  expect((await run(['import', name, '--quiet'], 'many')).code).toBe(0);
  expect(await stored()).toBe(posts);
  await database.close();
});

test('lists the fields of a field plugin, and imports those of a changed list', async () => {
  const items = [
    { id: 1, slug: 'one', meta: acfMeta({ mark: 5, wine: 'Dry' }) },
    { id: 2, slug: 'two', meta: acfMeta({ mark: 4, wine: 'Sweet' }) },
  ];
  const name = file('fields.xml', wxr(items));
  const listed = await run(['import', name, '--list-fields'], 'fields');
  const fields = JSON.parse(listed.out) as { name: string; kind: string }[];
  expect([listed.code, fields.map((one) => [one.name, one.kind])]).toEqual([
    0,
    [
      ['mark', 'number'],
      ['wine', 'text'],
    ],
  ]);
  const chosen = file('chosen.json', JSON.stringify([{ ...fields[0], kind: 'choice' }]));
  for (const [given, said] of [
    ['none.json', /there is no such file/],
    [file('broken.json', '{"a":'), /is no list of fields/],
    [file('kinds.json', JSON.stringify([{ ...fields[0], kind: 'php' }])), /is no list of fields \(0\.kind/],
  ] as const) {
    const refused = await run(['import', name, '--fields', given], 'fields');
    expect([given, refused.code === 0]).toEqual([given, false]);
    expect(refused.err).toMatch(said);
    expect(refused.err).toMatch(/Nothing was imported/);
  }
  const done = await run(['import', name, '--fields', chosen], 'fields');
  expect([done.code, done.out]).toEqual([0, expect.stringMatching(/post\.mark.*defined as choice/)]);
  expect(done.out).not.toMatch(/post\.wine/);
});
