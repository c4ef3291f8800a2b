import { expect, test } from 'vitest';
import { makePost } from '../harness/factories.ts';
import { useRealSite } from '../harness/real-site.ts';

const site = useRealSite(async (tx) => {
  for (let number = 0; number < 4; number++) await makePost(tx, { title: `Post ${number}` });
});

/** A list's posts for a page that has the CSS of `present`. */
async function call(type: string, present: readonly string[]): Promise<string> {
  const fields = {
    action: 'td_ajax_block',
    block_type: type,
    td_atts: '{"limit":2}',
    td_block_id: 'x',
    td_res_context_registered_atts: JSON.stringify(present),
  };
  const reply = await fetch(`${site.url}/wp-admin/admin-ajax.php`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  return ((await reply.json()) as { td_data: string }).td_data;
}

test('a block style missing on the page is loaded with its posts', async () => {
  expect(await call('td_block_slide', [])).toMatch(/^<style>.*\.slides\{/s);
  expect(
    await call('td_block_slide', ['broadsheet/slide', 'broadsheet/post-list', 'card', 'card-slip']),
  ).toMatch(/^<div class="slide"/);
});

test('a list’s look missing on the page is loaded with its posts, separately', async () => {
  const css =
    /^<style>(.*?)<\/style><ul/s.exec(
      await call('td_block_8', ['broadsheet/post-list', 'list', 'list-cards', 'card', 'card-grid']),
    )?.[1] ?? '';
  expect(css).toContain('.list-wire{');
  expect(css).toContain('.card.card-text>');
  expect(css).not.toMatch(/\.list\{|\.list-cards|\.load-more/);
  expect(
    await call('td_block_8', ['broadsheet/post-list', 'list', 'list-wire', 'card', 'card-text']),
  ).toMatch(/^<ul/);
});
