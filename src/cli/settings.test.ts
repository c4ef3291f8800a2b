import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { describeSettings } from '../modules/settings/settings.ts';
import { readSettings } from '../modules/settings/store.ts';
import { InvalidInputError, NotFoundError } from '../lib/errors.ts';
import { UsageError } from './command.ts';
import { readArguments, runSettings, describeAccepted } from './settings.ts';

test('the command line is read, or refused with a reason', () => {
  expect(readArguments(['list'])).toEqual({ action: 'list', word: '', isChangedOnly: false });
  expect(readArguments(['list', 'push', '--changed'])).toEqual({
    action: 'list',
    word: 'push',
    isChangedOnly: true,
  });
  expect(readArguments(['set', 'blogname', 'The Daily'])).toEqual({
    action: 'set',
    name: 'blogname',
    value: 'The Daily',
  });
  expect(readArguments(['set', 'blogname', ''])).toEqual({ action: 'set', name: 'blogname', value: '' });
  expect(readArguments(['reset', 'blogname'])).toEqual({ action: 'reset', name: 'blogname' });
  for (const args of [
    [],
    ['change', 'x'],
    ['get'],
    ['get', 'a', 'b'],
    ['set', 'a'],
    ['set', 'a', 'b', 'c'],
    ['reset'],
    ['reset', 'a', '--changed'],
    ['list', 'a', 'b'],
    ['list', '--what'],
  ]) {
    expect(() => readArguments(args), args.join(' ')).toThrow(UsageError);
  }
});

test('every setting shows its accepted values', () => {
  for (const { key, schema } of describeSettings()) {
    expect([key, describeAccepted(schema)]).toEqual([
      key,
      expect.stringMatching(
        /^(?:true or false|a (?:whole )?number from -?\d|a JSON list, each entry \S|text|".*")/,
      ),
    ]);
  }
});

const guides = new URL('../../docs/guides/', import.meta.url);

test.each(readdirSync(guides))('the settings named in docs/guides/%s exist', (guide) => {
  const text = readFileSync(new URL(guide, guides), 'utf8');
  const settings = describeSettings();
  const known = new Set(settings.map(({ key }) => key));
  for (const [line, action, word = ''] of text.matchAll(/settings (get|set|reset|list) (?!--)([a-z]\w*)/g)) {
    expect(
      action === 'list'
        ? settings.some(({ key, group, title }) =>
            [key, group, title].some((part) => part.toLowerCase().includes(word)),
          )
        : known.has(word),
      line,
    ).toBe(true);
  }
  const named = [
    ...text.matchAll(
      /`((?:ad|analytics|consent|background_ad|captcha|push|search|related|more_articles|autoload)_[a-z_]+)`/g,
    ),
  ].map(([, name = '']) => name);
  const others = ['ad_block_title', 'ad_block_text', 'search_parameters']; // wordings, and a key of dataLayer
  expect(
    named.filter((name) => !known.has(name) && !others.includes(name) && !known.has(`translation_${name}`)),
  ).toEqual([]);
});

onBothDatabases('settings on the command line', (get) => {
  const run = (...args: string[]) => runSettings(get(), readArguments(args));
  const stored = async () => (await readSettings(get().read)).settings;
  const emitted = async (work: () => Promise<unknown>) => {
    const tags: string[] = [];
    const stop = get().bus.listen((emissions) => void tags.push(...emissions.map(({ tag }) => tag)));
    await work();
    stop();
    return tags;
  };

  test('values are JSON or plain text, depending on the setting; running servers are notified', async () => {
    expect(
      await emitted(async () =>
        expect(await run('set', 'posts_per_page', '12')).toEqual(['posts_per_page = 12']),
      ),
    ).toEqual(['setting:posts_per_page']);
    expect(
      await emitted(async () =>
        expect(await run('set', 'posts_per_page', '12')).toEqual(['posts_per_page = 12 (unchanged)']),
      ),
    ).toEqual([]);
    await run('set', 'push_desktop', 'true');
    await run('set', 'more_articles', 'show');
    await run('set', 'blogname', '2026');
    await run('set', 'blogdescription', '"Quoted"');
    await run('set', 'share_networks', '["copy", "mail"]');
    await run('set', 'ad_header', '<p>Buy</p>');
    expect(await stored()).toMatchObject({
      posts_per_page: 12,
      push_desktop: true,
      more_articles: 'show',
      blogname: '2026',
      blogdescription: 'Quoted',
      share_networks: ['copy', 'mail'],
      ad_header: '<p>Buy</p>',
    });
    expect(await run('set', 'more_articles', '')).toEqual(['more_articles = ""']);
    expect(await run('reset', 'posts_per_page')).toEqual(['posts_per_page = 10']);
    expect((await stored()).posts_per_page).toBe(10);
  });

  test('lists by word, or changed ones; shows a setting’s purpose and values; a secret stays hidden', async () => {
    expect(await run('list', 'reading_progress')).toEqual(['Articles', '  reading_progress = "top"']);
    await expect(run('list', 'no such thing')).rejects.toThrow(
      /^No setting matches "no such thing"\. The groups are general, /,
    );
    // A matching group wins: "push" is also part of setting names in other groups.
    expect((await run('list', 'push')).filter((line) => !line.startsWith(' '))).toEqual(['Push prompt']);
    expect(await run('list', 'Push Prompt')).toEqual(await run('list', 'push'));
    expect((await run('list', 'captcha')).length).toBeGreaterThan(2);
    const all = await run('list');
    expect(all.filter((line) => line.startsWith('  '))).toHaveLength(describeSettings().length);
    expect(all).toContain('Discussion');
    expect(await run('list', 'feeds', '--changed')).toEqual([
      'All settings that match "feeds" have their default values.',
    ]);
    const changed = await run('list', '--changed');
    expect(changed).toContain('  push_desktop = true');
    expect(changed.join()).not.toContain('posts_per_page');
    // Strings in the site's language equal those of any site in it.
    await run('set', 'site_language', 'de');
    expect(
      (await run('list', '--changed')).filter((line) => /related_posts_headline|push_heading/.test(line)),
    ).toEqual([]);
    await run('set', 'related_posts_headline', 'Related');
    expect(await run('list', '--changed')).toContain('  related_posts_headline = "Related"');
    expect((await run('get', 'related_posts_headline')).at(-1)).toContain('Default: "Mehr zum Thema"');
    await run('reset', 'related_posts_headline');
    await run('reset', 'site_language');
    expect(await run('get', 'autoload_posts')).toEqual([
      'autoload_posts = "off"',
      expect.stringContaining('Autoload next articles'),
      '  Accepts "off" or "on". Default: "off"',
    ]);
    expect(await run('set', 'captcha_secret_key', 'hush-hush')).toEqual(['captcha_secret_key = (secret)']);
    expect(
      [...(await run('get', 'captcha_secret_key')), ...(await run('list', 'captcha'))].join(),
    ).not.toContain('hush');
    expect(await run('reset', 'captcha_secret_key')).toEqual(['captcha_secret_key = ""']);
    await run('set', 'blogname', 'Bell\u001b[31m\u009b31m');
    expect((await run('get', 'blogname'))[0]).toBe('blogname = "Bell\\u001b[31m31m"');
  });

  test('refusals name the setting and its accepted values, and change nothing', async () => {
    const before = await stored();
    for (const [name, value, message] of [
      ['more_articles', 'sometimes', 'Accepted: "show", "disabled" or "".'],
      ['posts_per_page', '0', 'a whole number from 1 to 100'],
      ['posts_per_page', 'null', 'a whole number'],
      ['push_desktop', 'yes', 'true or false'],
      ['share_networks', 'copy', 'each entry "copy", "mail",'],
      ['ad_header', '<script>', 'text of at most'],
      ['posts_per_page', '0', 'expected number to be >=1'],
      ['share_networks', '["myspace"]', 'expected one of'],
      ['ad_hosts', '["*"]', 'expected'],
    ] as const) {
      const refused = run('set', name, value);
      await expect(refused).rejects.toThrow(InvalidInputError);
      await expect(refused).rejects.toThrow(`"${name}"`);
      await expect(refused).rejects.toThrow(message);
    }
    await expect(run('set', 'captcha_secret_key', 'not a key!')).rejects.toThrow(/can't be the value given/);
    await expect(run('set', 'page_on_front', '999999')).rejects.toThrow(
      /^There is no page 999999 for page_on_front; .* Accepted: a whole number/,
    );
    await expect(run('get', 'progress')).rejects.toThrow(
      /^Setting "progress" not found\. Did you mean reading_progress.* Use settings list to see all settings\.$/,
    );
    await expect(run('reset', 'xyzzy')).rejects.toThrow(NotFoundError);
    expect(await stored()).toEqual(before);
  });
});
