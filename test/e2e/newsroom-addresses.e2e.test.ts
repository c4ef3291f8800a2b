import { expect, test } from 'vitest';
import { useChromium } from '../harness/chromium.ts';
import { makeUser } from '../harness/factories.ts';
import { openNewsroom } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const ids = { administrator: 0, editor: 0, author: 0, contributor: 0, subscriber: 0 };
type Role = keyof typeof ids;
const roles = Object.keys(ids) as Role[];

const site = useRealSite(async (tx) => {
  for (const role of roles) ids[role] = await makeUser(tx, { login: role, roles: [role] });
});

/** Addresses of WordPress' menu below `/wp-admin/`, with the heading of the screen that does the job, and the roles that may use it. */
const addresses: readonly (readonly [path: string, heading: RegExp, may: readonly Role[]])[] = [
  ['index.php', /^Hello, /, ['administrator', 'editor', 'author', 'contributor']],
  ['edit.php', /^Posts$/, ['administrator', 'editor', 'author', 'contributor']],
  ['edit.php?post_type=page', /^Pages$/, ['administrator', 'editor']],
  ['upload.php', /^Media$/, ['administrator', 'editor', 'author']],
  ['edit-comments.php', /^Comments$/, ['administrator', 'editor']],
  ['edit-tags.php?taxonomy=category', /^Categories$/, ['administrator', 'editor']],
  ['edit-tags.php?taxonomy=post_tag', /^Tags$/, ['administrator', 'editor']],
  ['themes.php', /^Appearance$/, ['administrator']],
  ['customize.php', /^Appearance$/, ['administrator']],
  ['nav-menus.php', /^Menus$/, ['administrator']],
  ['widgets.php', /^Widgets$/, ['administrator']],
  ['users.php', /^Users$/, ['administrator']],
  ['user-new.php', /^Invite user$/, ['administrator']],
  ['profile.php', /^Your profile$/, ['administrator', 'editor', 'author', 'contributor']],
  ['tools.php', /^(?:Tools|Redirects)$/, ['administrator']],
  ['admin.php?page=types', /^Content types$/, ['administrator']],
  ['import.php', /^Import$/, ['administrator']],
  ['export.php', /^Export$/, ['administrator']],
  ['site-health.php', /^Site health$/i, ['administrator']],
  ['options-general.php', /^General$/, ['administrator']],
  ['options-writing.php', /^Writing$/, ['administrator']],
  ['options-reading.php', /^Reading$/, ['administrator']],
  ['options-discussion.php', /^Discussion$/, ['administrator']],
  ['options-media.php', /^Media$/, ['administrator']],
  ['options-permalink.php', /^Permalinks$/, ['administrator']],
  ['options-privacy.php', /^Privacy$/, ['administrator']],
  ['options-fields.php', /^Fields$/, ['administrator']],
  ['options.php', /^General$/, ['administrator']],
];

test('[IMP-12] [IMP-13] [IMP-31] every address of WordPress’ menu leads to the screen that does the job, or to one that says what replaces it', async () => {
  const page = await openNewsroom(browser, site, '/wp-admin/', ids.administrator);
  for (const [path, heading] of addresses) {
    await page.goto(`${site.url}/wp-admin/${path}`);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    expect([path, await page.getByRole('alert').count()]).toEqual([path, 0]);
  }
  await page.goto(`${site.url}/wp-admin/post-new.php`);
  await page.getByRole('button', { name: 'Publish', exact: true }).waitFor();
});

test.each(['editor', 'author', 'contributor'] as const)(
  '[IMP-12] [IMP-13] [IMP-31] instead of a screen that a role may not use (%s), the missing capability is named',
  async (role) => {
    const page = await openNewsroom(browser, site, '/wp-admin/', ids[role]);
    for (const [path, heading, may] of addresses) {
      await page.goto(`${site.url}/wp-admin/${path}`);
      const name = may.includes(role) ? heading : 'Access denied';
      await page.getByRole('heading', { level: 1, name }).waitFor();
    }
  },
);

test('[IMP-12] [IMP-13] [IMP-31] subscribers are led to their profile, and visitors to the log-in page', async () => {
  const subscriber = await openNewsroom(browser, site, '/wp-admin/', ids.subscriber);
  const visitor = await browser.newPage();
  for (const [path] of addresses) {
    await subscriber.goto(`${site.url}/wp-admin/${path}`);
    await visitor.goto(`${site.url}/wp-admin/${path}`);
    const places = [subscriber, visitor].map((page) => new URL(page.url()).pathname);
    expect([path, ...places]).toEqual([path, '/wp-admin/profile.php', '/wp-login.php']);
  }
});
