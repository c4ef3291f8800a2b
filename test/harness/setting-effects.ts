import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { adSlots } from '../../src/modules/settings/definitions/ads.ts';
import { describeSettings, settingsPages } from '../../src/modules/settings/settings.ts';
import type { SettingDescription, SettingKey, Settings } from '../../src/modules/settings/settings.ts';
import type { PageConfig } from '../../src/reader/islands/page-config.ts';
import { atRest } from './at-rest.ts';
import type { PageOptions, TestBrowser } from './chromium.ts';
import { openNewsroom } from './newsroom.ts';
import type { RealSite } from './real-site.ts';

/** A setting, its new value, and its effect with the old and the new value. */
export interface SettingRow {
  readonly key: SettingKey;
  readonly to: unknown;
  readonly see: (reader: Reader) => unknown;
  readonly before: unknown;
  readonly after: unknown;
}

/** Settings that are changed and saved together, since none hides the effect of another. */
export interface SettingRound {
  readonly name: string;
  /** Changed before, because the effects depend on them. */
  readonly given?: () => Partial<Settings>;
  readonly rows: readonly SettingRow[];
}

export const row = (
  key: SettingKey,
  to: unknown,
  see: SettingRow['see'],
  before: unknown,
  after: unknown,
): SettingRow => ({ key, to, see, before, after });

export const keysIn = (rounds: readonly SettingRound[]): readonly SettingKey[] =>
  rounds.flatMap(({ rows }) => rows.map(({ key }) => key)).toSorted();

const definitions = new Map(describeSettings().map((setting) => [setting.key, setting]));

function definitionOf(key: string): SettingDescription {
  const found = definitions.get(key);
  if (!found) throw new Error(`There is no setting ${key}.`);
  return found;
}

/** A visitor before or after the change: opens each page once. */
export class Reader {
  readonly url: string;
  readonly #browser: TestBrowser;
  readonly #opened = new Map<string, Promise<unknown>>();

  constructor(browser: TestBrowser, url: string) {
    this.url = url;
    this.#browser = browser;
  }

  /** The first result of `act`. */
  once<Result>(name: string, act: () => Promise<Result>): Promise<Result> {
    const running = this.#opened.get(name) ?? act();
    this.#opened.set(name, running);
    return running as Promise<Result>; // the name stands for the act
  }

  /** A page without scripts: its HTML and styles. */
  paper(path: string): Promise<Page> {
    return this.once(`paper ${path}`, async () => {
      const page = await this.#browser.newPage({ javaScriptEnabled: false });
      await page.goto(this.url + path);
      return page;
    });
  }

  /** A page at rest with its scripts, and its requests: their URLs and bodies. */
  live(
    path: string,
    options: PageOptions = { viewport: { width: 1280, height: 900 } },
  ): Promise<{ readonly page: Page; readonly requests: readonly string[] }> {
    return this.once(`live ${path} ${JSON.stringify(options.viewport)}`, async () => {
      const page = await this.#browser.newPage(options);
      const requests: string[] = [];
      page.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`));
      await page.goto(this.url + path);
      await atRest(page);
      return { page, requests };
    });
  }

  async html(path: string): Promise<string> {
    return this.once(`html ${path}`, async () => (await fetch(this.url + path)).text());
  }

  async count(path: string, selector: string): Promise<number> {
    return (await this.paper(path)).locator(selector).count();
  }

  async texts(path: string, selector: string): Promise<readonly string[]> {
    const texts = await (await this.paper(path)).locator(selector).allTextContents();
    return texts.map((text) => text.trim());
  }

  /** An attribute of the first such element; null without it. */
  async attribute(path: string, selector: string, name: string): Promise<string | null> {
    return (await this.paper(path)).locator(selector).first().getAttribute(name);
  }

  async config(path: string): Promise<PageConfig> {
    const [, text] = /id="broadsheet-page">(.*?)<\/script>/.exec(await this.html(path)) ?? [];
    return JSON.parse(text ?? '{}') as PageConfig;
  }

  /** The config of the page's first element with a behaviour; undefined without it. */
  async part(path: string, name: string): Promise<Readonly<Record<string, unknown>> | undefined> {
    const { configs = {} } = await this.config(path);
    const found = Object.entries(configs).find(([key]) => key.startsWith(`${name}.`));
    return found?.[1] as Readonly<Record<string, unknown>> | undefined;
  }
}

/** Changes a setting in its control on the settings screen, as its schema and kind tell. */
async function changeOnScreen(screen: Page, key: string, value: unknown): Promise<void> {
  const { schema, secret, control } = definitionOf(key);
  const field = screen.locator(`[data-setting="${key}"]`);
  const { labels = {}, items } = schema as {
    readonly labels?: Readonly<Record<string, string>>;
    readonly items?: {
      readonly enum?: readonly string[];
      readonly labels?: Readonly<Record<string, string>>;
    };
  };
  if (secret) return field.locator('input[type=password]').fill(String(value));
  if (schema.type === 'boolean') return field.getByRole('checkbox').setChecked(value === true);
  if (schema.enum) {
    await field.getByRole('combobox').selectOption({ label: labels[String(value)] ?? String(value) });
    return;
  }
  if (schema.type === 'integer' || schema.type === 'number')
    return field.getByRole('spinbutton').fill(String(value));
  if (items?.enum || control === 'types') return check(field, value as readonly string[], items?.labels);
  if (schema.type === 'array')
    return field.getByRole('textbox').fill((value as readonly string[]).join('\n'));
  if (JSON.stringify(schema).includes('"format":"color"')) return pickColor(field, String(value));
  return field.getByRole('textbox').fill(String(value));
}

const typeLabels: Readonly<Record<string, string>> = { page: 'Pages', post: 'Posts' };

/** Unchecks all, then checks the wanted ones in their order. */
async function check(
  field: Locator,
  wanted: readonly string[],
  labels: Readonly<Record<string, string>> = typeLabels,
): Promise<void> {
  for (const box of await field.getByRole('checkbox').all()) await box.uncheck();
  for (const value of wanted)
    await field.getByRole('checkbox', { name: labels[value] ?? value, exact: true }).check();
}

/** Closes the picker once the colour is taken: the picker passes it on after a timer, which ends with the picker. */
async function pickColor(field: Locator, color: string): Promise<void> {
  const screen = field.page();
  await field.getByRole('button', { name: /custom color/i }).click();
  await screen.getByRole('textbox', { name: /hex/i }).fill(color.replace('#', ''));
  await field.getByText('Changed', { exact: true }).waitFor();
  await screen.keyboard.press('Escape');
}

/** Opens a setting's page from the menu of the settings screen, and the card of an ad slot; unsaved changes follow. */
async function openPageOf(screen: Page, key: string): Promise<void> {
  const field = screen.locator(`[data-setting="${key}"]`);
  if (await field.isVisible()) return;
  const { page, group, groupTitle } = definitionOf(key);
  const title = settingsPages.find(({ name }) => name === page)?.title ?? '';
  await screen
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: title, exact: true })
    .click();
  const isInSlot = adSlots.some((slot) => group === `ad_${slot}`);
  if (isInSlot) await screen.getByRole('button', { name: `Edit ${groupTitle}` }).click();
  await field.waitFor();
}

interface Place {
  readonly browser: TestBrowser;
  readonly site: RealSite;
  /** The user who changes the settings. */
  readonly userId: () => number;
}

/** Effects with the old and the new value. */
type Outcomes = ReadonlyMap<SettingKey, readonly [unknown, unknown]>;

/** Declares a test per row: its effect is absent with the old value, and seen after the screen saved the new one. */
export function testRounds({ browser, site, userId }: Place, rounds: readonly SettingRound[]): void {
  const touched = new Set<SettingKey>();
  describe.each(rounds)('$name', (round) => {
    let running: Promise<Outcomes> | undefined;
    // The first test that runs changes the settings of all.
    test.each(round.rows)(
      '[IMP-12] $key, changed on its screen, has its effect',
      async ({ key, before, after }) => {
        expect(before).not.toEqual(after);
        running ??= perform(round);
        expect((await running).get(key)).toEqual([before, after]);
      },
    );
  });

  async function perform({ given = () => ({}), rows }: SettingRound): Promise<Outcomes> {
    const needed = given();
    await site.set({ ...Object.fromEntries([...touched].map((key) => [key, null])), ...needed });
    for (const key of [...(Object.keys(needed) as SettingKey[]), ...rows.map((one) => one.key)])
      touched.add(key);
    const before = await effects(rows);
    await change(rows);
    const after = await effects(rows);
    return new Map(rows.map(({ key }) => [key, [before.get(key), after.get(key)]]));
  }

  async function effects(rows: readonly SettingRow[]): Promise<ReadonlyMap<SettingKey, unknown>> {
    const reader = new Reader(browser, site.url);
    const found = new Map<SettingKey, unknown>();
    for (const { key, see } of rows) {
      try {
        found.set(key, await see(reader));
      } catch (error) {
        found.set(key, error); // fails the test of this row only
      }
    }
    return found;
  }

  async function change(rows: readonly SettingRow[]): Promise<void> {
    const screen = await openNewsroom(browser, site, '/wp-admin/options-general.php', userId());
    await screen.locator('[data-setting]').first().waitFor();
    for (const { key, to } of rows) {
      await openPageOf(screen, key);
      await changeOnScreen(screen, key, to);
    }
    const saved = screen.waitForResponse(
      (reply) => reply.request().method() === 'POST' && reply.url().endsWith('/broadsheet/v1/settings'),
    );
    await screen.getByRole('button', { name: 'Save changes' }).click();
    const { changed = [] } = (await (await saved).json()) as { readonly changed?: readonly string[] };
    expect(changed.toSorted()).toEqual(rows.map(({ key }) => key).toSorted());
    await screen.getByText(/^\d+ settings? saved\.$/).waitFor();
  }
}
