import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { makePost, makeTerm, makeUser } from '../../test/harness/factories.ts';
import { InvalidInputError } from '../lib/errors.ts';
import { UsageError } from './command.ts';
import { readArguments, writeExport } from './export.ts';

onBothDatabases('the command "export"', (get) => {
  const folder = mkdtempSync(join(tmpdir(), 'broadsheet-export-'));
  const run = async (...words: string[]) => {
    const { file, filter } = readArguments([join(folder, 'all.xml'), ...words], folder);
    await writeExport({ database: get(), siteUrl: 'https://paper.example' }, file, filter);
    return [...readFileSync(file, 'utf8').matchAll(/<title><!\[CDATA\[(.*?)\]\]>/g)].map(
      ([, title]) => title,
    );
  };

  test('writes all content, or that of an author, a category or some days', async () => {
    await get().write(async (tx) => {
      const ann = await makeUser(tx, { login: 'ann' });
      const bob = await makeUser(tx, { login: 'bob' });
      const sea = await makeTerm(tx, { slug: 'sea' });
      await makePost(tx, {
        title: 'One',
        authorIds: [ann],
        termIds: [sea],
        publishedAt: Date.UTC(2025, 0, 1),
      });
      await makePost(tx, { title: 'Two', authorIds: [bob], publishedAt: Date.UTC(2025, 0, 2) });
      await makePost(tx, { title: 'Three', type: 'page', authorIds: [bob], status: 'draft' });
    });
    expect(await run()).toEqual(['One', 'Two', 'Three']);
    expect(await run('--author', 'ann')).toEqual(['One']);
    expect(await run('--category', 'sea')).toEqual(['One']);
    expect(await run('--from', '2025-01-02', '--to', '2025-01-02')).toEqual(['Two']);
    expect(await run('--type', 'page', '--status', 'draft')).toEqual(['Three']);
    expect(readdirSync(folder)).toEqual(['all.xml']);
  });

  test('refuses unknown names', async () => {
    await expect(run('--author', 'nobody')).rejects.toThrow(UsageError);
    await expect(run('--category', 'nothing')).rejects.toThrow(UsageError);
    await expect(run('--type', 'nothing')).rejects.toThrow(InvalidInputError);
    await expect(run('--from', 'today')).rejects.toThrow(InvalidInputError);
    expect(() => readArguments([], folder)).toThrow(UsageError);
  });
});
