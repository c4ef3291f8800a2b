import { expect, test } from 'vitest';
import { z } from 'zod';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import type { Emission } from '../../kernel/db/invalidation.ts';
import type { Reader } from '../../kernel/db/open-database.ts';
import { createSettingsCache } from './cache.ts';
import { listTexts } from '../../lib/pagination.ts';
import { readerText, replacedTexts } from './definitions/translations.ts';
import { choice } from './kinds.ts';
import { defaultSettings, findDefinition, settingGroups, describeSettings } from './settings.ts';
import { acceptedValues, saveSettings } from './store.ts';
import { languageOf } from '../../lib/language.ts';
import { saysItself } from '../../ui/language.ts';
import { siteWords } from './site-facts.ts';

test('every default is a value that its setting accepts, and no two groups share a key', () => {
  const keys = settingGroups.flatMap((group) => Object.keys(group.settings));
  expect(new Set(keys).size).toBe(keys.length);
  expect(Object.keys(defaultSettings).toSorted()).toEqual(keys.toSorted());
  for (const key of keys) {
    const definition = findDefinition(key);
    expect(definition?.schema.safeParse(definition.default), key).toMatchObject({
      success: true,
      data: definition?.default,
    });
  }
});

test('null is the default in the site’s language, or in the one sent with it', () => {
  const headline = { related_posts_headline: null };
  expect(acceptedValues(headline, 'de')).toEqual({ related_posts_headline: 'Mehr zum Thema' });
  expect(acceptedValues({ ...headline, site_language: 'de-AT' }, 'en-US')).toMatchObject({
    related_posts_headline: 'Mehr zum Thema',
  });
  expect(acceptedValues({ ...headline, site_language: null }, 'de')).toMatchObject({
    related_posts_headline: 'Related',
  });
});

test('defaults are those of the specification', () => {
  expect(defaultSettings).toMatchObject({
    permalink_structure: 'rewritten',
    related_posts_heading: 'h4',
    related_block_limit: 6,
    related_block_columns: 3,
    related_block_live_filter: 'cur_post_same_categories',
    trending_title: 'Trending Searches',
    trending_limit: 6,
    trending_columns: 1,
    trending_sort: 'random_posts',
    trending_filter_label: 'All',
    time_ago_add_txt: 'ago',
    time_ahead_txt: 'from now',
    autoload_posts: 'off',
    more_articles: 'disabled',
    more_articles_distance: 400,
    captcha: '',
    lightbox_disable_on_mobile: true,
    sticky_video_width: 450,
    mobile_menu: 'enabled',
    mega_menu_posts: 5,
    mega_menu_subcategory_posts: 4,
    submenu_min_width: 9,
    submenu_max_width: 25,
    menu_block_submenu_min_width: 10,
    menu_block_submenu_max_width: 20,
    header_search_limit: 4,
    search_block_limit: 5,
    background_ad_link: '',
    background_ad_target: '',
    background_ad_image: '',
    push_desktop: false,
    push_mobile: false,
    push_delay: 0,
    push_reappear: 0,
    push_backdrop: true,
    push_mobile_location: 'bottom',
    push_popup_type: 'default-prompt',
    prefetch_ignore_list: ['wp-admin', 'wp-login.php'],
    content_protection: true,
    image_effect: 'type3',
    analytics_container_id: '',
  });
});

test('every setting is described: title, one line of help, group and JSON schema', () => {
  const described = describeSettings();
  expect(described.length).toBe(Object.keys(defaultSettings).length);
  for (const { key, title, help, schema } of described) {
    expect(title, key).not.toBe('');
    expect(help, key).toMatch(/^[^\n]+\.$/);
    expect(Object.keys(schema), key).toContain('$schema');
  }
  expect(described.filter(({ secret }) => secret).map(({ key }) => key)).toEqual([
    'social_login_app_secret',
    'captcha_secret_key',
  ]);
});

test('a choice accepts its former values, and returns only its own', () => {
  const size = choice(
    { '': 'None', small: 'Small', large: 'Large' },
    { was: { true: 'large', false: '', huge: 'large' } },
  );
  expect([true, false, 'huge', 'small', ''].map((value) => size.parse(value))).toEqual([
    'large',
    '',
    'large',
    'small',
    '',
  ]);
  for (const value of ['yes', 1, null, undefined, {}, ['true'], 'toString'])
    expect(size.safeParse(value).success, String(value)).toBe(false);
  expect(z.toJSONSchema(size, { io: 'input' })).toMatchObject({
    type: 'string',
    enum: ['', 'small', 'large'],
  });
});

test('strings of right-to-left languages are right to left', () => {
  const says = (tag: string) =>
    saysItself('core_minutes', siteWords({ ...defaultSettings, site_language: tag }), languageOf(tag));
  expect(['ar', 'fa', 'de', 'en-US'].map(says)).toEqual([true, true, true, false]);
});

test('a translation replaces the English wording, an empty one does not', () => {
  expect(readerText(defaultSettings, 'load_more')).toBe('Load more');
  expect(readerText({ ...defaultSettings, translation_load_more: 'Mehr' }, 'load_more')).toBe('Mehr');
  // A value keeps its bidi marks.
  const written = { ...defaultSettings, translation_feed_follow: 'تابع %s' };
  expect([
    readerText(written, 'feed_follow'),
    readerText({ ...written, site_language: 'ar' }, 'feed_follow'),
  ]).toEqual(['تابع %s', 'تابع \u2068%s\u2069']);
  // On right-to-left sites English strings are isolated; translations are unchanged.
  const persian = { ...defaultSettings, site_language: 'fa', translation_comment_note: 'یادداشت.' };
  expect(
    ['comment_closed', 'minutes_to_read', 'load_more', 'comment_note'].map((name) =>
      readerText(persian, name as 'comment_note'),
    ),
  ).toEqual(['Comments are closed.\u200e', '\u2066%d min read\u2069', 'Load more', 'یادداشت.']);
  expect(replacedTexts(persian, listTexts)).toEqual({
    list_more: '\u2066%d more article\u2069|\u2066%d more articles\u2069',
    list_page: '\u2066Page %d\u2069',
    list_page_of: '\u2066Page %1$d of %2$d\u2069',
  });
  expect(replacedTexts({ ...defaultSettings, translation_list_page: 'Seite %d' }, listTexts)).toEqual({
    list_page: 'Seite %d',
  });
});

onBothDatabases('settings', (get) => {
  const save = (changes: Record<string, unknown>) => get().write((tx) => saveSettings(tx, changes));
  const storedKeys = async () =>
    (await get().read.selectFrom('setting').select('key').orderBy('key').execute()).map(({ key }) => key);

  test('saves changed values, removes those equal to the default, and emits each change', async () => {
    const emitted: Emission[] = [];
    const stop = get().bus.listen((emissions) => emitted.push(...emissions));
    const cache = createSettingsCache(get());
    expect(await cache.current()).toEqual(defaultSettings);
    expect(await save({ posts_per_page: 12, blogname: 'The Harbour Post', captcha: '' })).toEqual([
      'blogname',
      'posts_per_page',
    ]);
    expect(await storedKeys()).toEqual(['blogname', 'posts_per_page']);
    expect(await cache.current()).toMatchObject({ posts_per_page: 12, blogname: 'The Harbour Post' });
    expect(await save({ posts_per_page: 12, blogname: null })).toEqual(['blogname']);
    expect(await storedKeys()).toEqual(['posts_per_page']);
    await save({ posts_per_page: 10 });
    expect(await storedKeys()).toEqual([]);
    expect((await cache.current()).blogname).toBe('Broadsheet');
    stop();
    expect(emitted.map(({ tag, urgency }) => `${tag} ${urgency}`)).toEqual([
      'setting:blogname change',
      'setting:posts_per_page change',
      'setting:blogname change',
      'setting:posts_per_page change',
    ]);
  });

  test('refuses unknown settings and values, naming the setting, the value and the allowed values, and saves nothing', async () => {
    await expect(save({ blogname: 'Kept out', no_such_thing: 1 })).rejects.toThrow(
      'There is no setting "no_such_thing".',
    );
    await expect(save({ posts_per_page: 0 })).rejects.toThrow(
      /"posts_per_page" \(Posts per page\) can't be 0: .*1/,
    );
    await expect(save({ show_on_front: 'both' })).rejects.toThrow(/"both".*posts.*page/);
    await expect(save({ timezone_string: 'Mars/Olympus' })).rejects.toThrow('expected a time zone');
    await expect(save({ background_ad_link: 'javascript:alert(1)' })).rejects.toMatchObject({ status: 400 });
    await expect(save({ translation_day_names: 'Mo,Di' })).rejects.toThrow('expected 7 names');
    await expect(save({ captcha_secret_key: 'my secret key' })).rejects.not.toThrow('my secret key');
    expect(await storedKeys()).toEqual([]);
  });

  test('caches its snapshot until a setting changes', async () => {
    const cache = createSettingsCache(get());
    await Promise.all([cache.current(), cache.current()]);
    const before = get().queryCount();
    const first = await cache.current();
    await get().write(async (tx) => tx.emit('post:1'));
    expect(await cache.current()).toBe(first);
    await save({ theme_color: '#123456' });
    expect((await cache.current()).theme_color).toBe('#123456');
    expect(get().queryCount()).toBeGreaterThan(before);
    const second = await cache.current();
    get().bus.publish([{ tag: '*', urgency: 'remove' }]);
    expect(await cache.current()).not.toBe(second);
    await save({ theme_color: null });
  });

  test('of two reads the one that began last provides the settings, even if the other one takes longer', async () => {
    const answers: ((rows: readonly { readonly key: string; readonly value: string }[]) => void)[] = [];
    const execute = () => new Promise((resolve) => answers.push(resolve));
    const read = { selectFrom: () => ({ select: () => ({ execute }) }) } as unknown as Reader;
    const cache = createSettingsCache({ read, bus: get().bus });
    const slow = cache.current();
    get().bus.publish([{ tag: 'setting:blogname', urgency: 'change' }]);
    const fast = cache.current();
    answers[1]?.([{ key: 'blogname', value: '"After"' }]);
    await fast;
    answers[0]?.([{ key: 'blogname', value: '"Before"' }]);
    expect([(await slow).blogname, cache.latest().blogname, (await cache.current()).blogname]).toEqual([
      'Before',
      'After',
      'After',
    ]);
  });

  test('reads an invalid stored value as the default and reports it once', async () => {
    await get().write(async (tx) => {
      await tx.db
        .insertInto('setting')
        .values([
          { key: 'posts_per_page', value: '"many"', updated_at: 1 },
          { key: 'blogname', value: '{', updated_at: 1 },
          { key: 'retired', value: '1', updated_at: 1 },
        ])
        .execute();
    });
    const warnings: string[] = [];
    const cache = createSettingsCache(get(), (message) => warnings.push(message));
    expect(await cache.current()).toEqual(defaultSettings);
    get().bus.publish([{ tag: 'setting:posts_per_page', urgency: 'change' }]);
    await cache.current();
    expect(warnings.map((message) => message.slice(0, 30)).toSorted()).toEqual([
      'The setting "blogname" can\'t b',
      'The setting "posts_per_page" c',
    ]);
  });
});
