import { beforeAll, expect, test } from 'vitest';
import { pageOf, showMarkup } from '../../../test/harness/core-blocks.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost } from '../../../test/harness/factories.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import type { PageSite } from '../../../test/harness/page-site.ts';

const track = (attributes: object) => `<!-- wp:playlist-track ${JSON.stringify(attributes)} /-->`;
const playlist = (tracks: readonly object[], attributes: object = {}, caption = '') =>
  `<!-- wp:playlist ${JSON.stringify(attributes)} --><figure class="wp-block-playlist"><ol class="wp-block-playlist__tracklist">${tracks.map(track).join('')}</ol>` +
  `${caption}</figure><!-- /wp:playlist -->`;
const one = {
  id: 5,
  src: 'https://else.example/one.mp3',
  title: 'One & all',
  artist: 'Mira',
  album: 'Bells',
  length: '3:20',
  image: '/a.png',
  imageAlt: 'A',
};

onBothDatabases('core/playlist', (get) => {
  let site: PageSite;
  beforeAll(() => {
    site = pageSite(get());
  });
  const show = async (content: string) => {
    const { post } = await pageOf(site, await get().write((tx) => makePost(tx, { content })));
    return post ? (await site.documents.post(post)).nodes.join('') : '';
  };

  test('one player plays the first track, and each track links to its file with all its metadata', async () => {
    const html = await show(
      playlist(
        [one, { id: 6, src: 'https://else.example/two.mp3?x=1' }],
        {},
        '<figcaption class="wp-element-caption">Ours</figcaption>',
      ),
    );
    expect(html).toMatch(
      /^<figure class="wp-block-playlist"><audio controls preload="none" src="https:\/\/else\.example\/one\.mp3"[^>]*><\/audio><ol class/,
    );
    expect(html.match(/<audio/g)).toHaveLength(1);
    expect(html).toMatch(
      /<li class="wp-block-playlist-track"><a class="wp-block-playlist-track__button" href="https:\/\/else\.example\/one\.mp3"><img [^>]*alt="A"/,
    );
    expect(html).toContain(
      '<span class="wp-block-playlist-track__content"><span class="wp-block-playlist-track__title">One &amp; all</span>' +
        '<span class="wp-block-playlist-track__artist">Mira</span></span><span class="wp-block-playlist-track__length">3:20</span></a></li>',
    );
    expect(html).toContain(
      'href="https://else.example/two.mp3?x=1"><span class="wp-block-playlist-track__content">' +
        '<span class="wp-block-playlist-track__title">two.mp3</span></span></a></li></ol><figcaption class="wp-element-caption">Ours</figcaption>',
    );
    expect(await show(playlist([one], { showImages: false }))).not.toContain('<img');
    expect(await showMarkup(site, playlist([one]))).toContain('<audio');
    expect(site.logged).toEqual([]);
  });

  test('without playable tracks there is no player, and no text is lost', async () => {
    expect(await show(playlist([]))).toBe(
      '<figure class="wp-block-playlist"><ol class="wp-block-playlist__tracklist"></ol></figure>',
    );
    const html = await show(playlist([{}, { title: 'Words' }]));
    expect(html).not.toMatch(/<audio|<a /);
    expect(html.match(/<li/g)).toHaveLength(1);
    expect(html).toContain('>Words<');
  });

  test('ten attacks and a bystander', async () => {
    const attacks: object[] = [
      { src: 'javascript:alert(1)', title: 'x' },
      { src: 'data:text/html,<script>alert(1)</script>' },
      { src: '"><script>alert(1)</script>' },
      { src: 'https://else.example/a.mp3" onerror="alert(1)' },
      { title: '<img src=x onerror=alert(1)>', src: '/a.mp3' },
      { artist: '</a></li></ol><script>' },
      { image: 'javascript:alert(1)', src: '/a.mp3' },
      { imageAlt: '" onload="alert(1)', image: '/a.png', src: '/a.mp3' },
      { src: {}, title: [], length: 7 },
      { title: 'x'.repeat(200_000), src: '/a.mp3' },
    ];
    for (const attack of attacks) {
      const html = await show(playlist([attack, one]));
      expect(html).not.toMatch(/<script|="(?:javascript|data:text)/i);
      expect(html.replaceAll(/="[^"]*"/g, '')).not.toMatch(/<[^>]* on(?:error|load)/);
      expect(html).toContain('>One &amp; all<');
      expect(html.length).toBeLessThan(10_000);
    }
  });
});
