import Validator from '@adobe/structured-data-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldsOfType } from '../../src/modules/fields/site-fields.ts';
import { readyTypes } from '../../src/modules/ready-types/ready-types.ts';
import { isFreeKey } from '../../src/modules/posts/meta.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { makeMedia, makePost, makeUser } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import { vocabularyFaults } from '../harness/schema-org.ts';
import type { ServedSite } from '../harness/served-site.ts';

const path = '/wp-json/broadsheet/v1/content-types/ready';
type Thing = Readonly<Record<string, unknown>>;

test('[IMP-20] names of fields of ready types have no meaning of their own', () => {
  for (const { name, fields } of readyTypes)
    for (const one of fields)
      expect([name, one.name, isFreeKey(name, one.name)]).toEqual([name, one.name, true]);
});

onBothDatabases('ready types', (_get, place) => {
  let site: ServedSite;
  const ids = { boss: 0, editor: 0 };
  const send = async (
    method: string,
    to: string,
    body?: object,
    as: keyof typeof ids | 'visitor' = 'boss',
  ) => {
    const signed = as === 'visitor' ? undefined : await site.signIn(ids[as]);
    const reply = await rawRequest(site.url, to, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(signed && { cookie: signed.cookie, 'x-wp-nonce': signed.nonce }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { ...reply, json: JSON.parse(reply.body || 'null') as Record<string, unknown> };
  };
  const page = async (to: string) => {
    const { status, body } = await rawRequest(site.url, to);
    const [, json = '{}'] = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(body) ?? [];
    const { '@graph': graph = [] } = JSON.parse(json) as { readonly '@graph'?: readonly Thing[] };
    return { status, body, of: (type: string) => graph.find((one) => one['@type'] === type) };
  };
  /** Errors of a validator of Google's rules. It takes the reviewed thing for the product of a shop, with offers. */
  const faults = async (thing: Thing) => {
    const issues = await new Validator().validate({ jsonld: { [String(thing['@type'])]: [{ ...thing }] } });
    return issues.filter(
      ({ severity, path: at }) =>
        severity === 'ERROR' && at.every(({ property }) => property !== 'itemReviewed'),
    );
  };

  beforeAll(async () => {
    site = await serveSite(place());
    await site.database.write(async (tx) => {
      ids.boss = await makeUser(tx, { roles: ['administrator'] });
      ids.editor = await makeUser(tx, { roles: ['editor'] });
    });
  });
  afterAll(() => site.close());

  test('[IMP-20] refuses to switch on for others, and unknown types', async () => {
    for (const as of ['visitor', 'editor'] as const)
      expect((await send('POST', path, { name: 'review' }, as)).status).toBe(as === 'visitor' ? 401 : 403);
    for (const name of [
      '',
      'post',
      '__proto__',
      'constructor',
      'review ',
      '../review',
      'x'.repeat(70_000),
      7,
      null,
      ['review'],
    ])
      expect([name, (await send('POST', path, { name })).status]).toEqual([name, 400]);
    expect((await send('GET', path)).json).toMatchObject(
      ['review', 'event', 'recipe', 'episode'].map((name) => ({ name, state: 'off' })),
    );
  });

  test('[IMP-20] a review has fields, templates and structured data', async () => {
    const made = await send('POST', path, { name: 'review', with_samples: true });
    expect([made.status, made.json]).toMatchObject([201, { name: 'review', state: 'on', samples: 2 }]);
    expect(fieldsOfType('review').map(({ name }) => name)).toContain('rating');
    const { status, body, of } = await page('/reviews/a-kettle-that-knows-when-to-stop/');
    expect(status).toBe(200);
    for (const text of ['Quiet, exact and easy to clean', 'Short cord', '8.5']) expect(body).toContain(text);
    const thing = of('Review') ?? {};
    expect(thing).toMatchObject({
      itemReviewed: { '@type': 'Product', name: 'Harrow 1.7 kettle' },
      reviewRating: { ratingValue: 8.5, bestRating: 10, worstRating: 0 },
      positiveNotes: { itemListElement: [{ name: 'Exact to one degree' }, {}, {}] },
      negativeNotes: { itemListElement: [{ name: 'Short cord' }, {}] },
    });
    expect(of('NewsArticle')).toBeDefined();
    expect(await faults(thing)).toEqual([]);
    expect(await faults({ ...thing, reviewRating: { '@type': 'Rating' } })).not.toEqual([]);
    expect(await vocabularyFaults([thing])).toEqual([]);
    expect(await vocabularyFaults([{ ...thing, reviewRating: 8.5 }])).not.toEqual([]);
    expect((await page('/reviews/')).body).toContain('The Tide Clerk');
    expect((await send('POST', path, { name: 'review' })).json).toMatchObject({
      code: 'content_type_exists',
    });
    const { json: templates } = await send('GET', '/wp-json/wp/v2/types/review?context=edit');
    expect(templates).toMatchObject({ slug: 'review', rest_base: 'reviews' });
  });

  test('[IMP-20] a recipe and an event have structured data', async () => {
    for (const name of ['recipe', 'event'])
      expect((await send('POST', path, { name, with_samples: true })).status).toBe(201);
    const soup = (await page('/recipes/white-bean-soup-with-burnt-lemon/')).of('Recipe') ?? {};
    expect(soup).toMatchObject({
      recipeYield: '4 bowls',
      prepTime: 'PT10M',
      totalTime: 'PT35M',
      recipeCuisine: 'Mediterranean',
    });
    expect(soup['recipeIngredient']).toContain('2 tins white beans');
    expect(soup['recipeInstructions']).toHaveLength(4);
    // Google wants a picture, which the samples don't bring.
    expect((await faults(soup)).map((one) => one.issueMessage)).toEqual([expect.stringContaining('image')]);
    const evening = (await page('/events/an-evening-with-the-night-trains/')).of('Event');
    expect(evening).toMatchObject({
      startDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT19:30:00\+0[12]:00$/),
      eventStatus: 'https://schema.org/EventScheduled',
      location: { '@type': 'Place', name: 'Old Signal Hall', geo: { latitude: 52.5251 } },
      offers: { price: 12, priceCurrency: 'EUR' },
    });
    const online = (await page('/events/open-newsroom/')).of('Event');
    expect(online).toMatchObject({ location: { '@type': 'VirtualLocation' } });
    expect(await vocabularyFaults([soup, evening ?? {}, online ?? {}])).toEqual([]);
    expect(await vocabularyFaults([{ ...evening, location: { '@type': 'Place', hall: 'x' } }])).not.toEqual(
      [],
    );
  });

  test('[IMP-20] an episode has its audio in structured data, and samples are in the feed', async () => {
    const made = await send('POST', path, { name: 'episode', with_samples: true });
    expect(made.json).toMatchObject({ state: 'on', samples: 2 });
    const ferry = await page('/podcast/the-last-ferry/');
    expect(ferry.of('PodcastEpisode')).toMatchObject({
      duration: 'PT3S',
      associatedMedia: { encodingFormat: 'audio/wav' },
    });
    const feedLink = `<p class="feed-link"><a class="button button-quiet" href="${site.url}/podcast/feed/podcast/">`;
    for (const to of ['/podcast/', '/podcast/the-last-ferry/'])
      expect([to, (await page(to)).body.includes(feedLink)]).toEqual([to, true]);
    expect((await page('/reviews/')).body).not.toContain('feed-link');
    const { body: feed } = await rawRequest(site.url, '/podcast/feed/podcast/');
    const enclosures = [...feed.matchAll(/<enclosure url="([^"]+)" length="(\d+)" type="audio\/wav"\/>/g)];
    expect(enclosures).toHaveLength(2);
    for (const [, url = '', length] of enclosures) {
      const file = await fetch(url);
      expect([file.status, file.headers.get('content-type')]).toEqual([200, 'audio/wav']);
      expect((await file.arrayBuffer()).byteLength).toBe(Number(length));
    }
    expect((await page('/podcast/page/2/')).status).toBe(404);
    const audio = await site.database.write((tx) =>
      makeMedia(tx, { file: { file: '2026/01/ferry.mp3' }, mimeType: 'audio/mpeg' }),
    );
    const created = await send('POST', '/wp-json/wp/v2/episodes', {
      title: 'Ferry',
      status: 'publish',
      slug: 'ferry',
      meta: { audio, audio_length_seconds: 90, season: 2, episode_number: 3 },
    });
    expect(created.status).toBe(201);
    const episode = (await page('/podcast/ferry/')).of('PodcastEpisode') ?? {};
    expect(await vocabularyFaults([episode])).toEqual([]);
    expect(episode).toMatchObject({
      episodeNumber: 3,
      duration: 'PT90S',
      partOfSeason: { seasonNumber: 2 },
      associatedMedia: {
        '@type': 'AudioObject',
        contentUrl: expect.stringContaining('ferry.mp3'),
        encodingFormat: 'audio/mpeg',
      },
      partOfSeries: { '@type': 'PodcastSeries', url: expect.stringMatching(/\/podcast\/$/) },
    });
  });

  test('[IMP-20] hostile stored values stay harmless', async () => {
    const hostile = '</script><script>alert(1)</script>\u202Egnp.exe';
    await site.database.write(async (tx) => {
      await makePost(tx, {
        type: 'review',
        title: 'Hostile',
        slug: 'hostile',
        meta: {
          item_name: [hostile],
          rating: ['NaN'],
          item_kind: ['Person","x":"'],
          verdict: ['x'.repeat(900_000)],
          pros: ['{"__proto__":{"point":1}}'],
          cons: [JSON.stringify([{ point: hostile }, 7, null, { other: 1 }])],
        },
      });
      await makePost(tx, {
        type: 'event',
        title: 'Hostile',
        slug: 'hostile',
        meta: {
          starts_at: ['2026-06-01T10:00:00'],
          ends_at: ['+275760-09-13T00:00:00'],
          time_zone: ['Mars/Olympus'],
          price: ['1e999'],
          currency: ['</s'],
          event_url: ['{"url":"javascript:alert(1)"}'],
          place: ['{"lat":1e9,"lng":0}'],
        },
      });
    });
    const review = await page('/reviews/hostile/');
    expect(review.status).toBe(200);
    expect(review.body).not.toContain('<script>alert(1)');
    expect(review.of('Review')).toMatchObject({ itemReviewed: { '@type': 'Thing' } });
    expect(review.of('Review')).not.toHaveProperty('reviewRating');
    expect(review.of('Review')).not.toHaveProperty('positiveNotes');
    const event = await page('/events/hostile/');
    expect(event.status).toBe(200);
    expect(event.of('Event')).toMatchObject({ startDate: expect.stringMatching(/^2026-06-01T10:00:00/) });
    for (const name of ['endDate', 'offers', 'location']) expect(event.of('Event')).not.toHaveProperty(name);
    expect(event.body).not.toContain('javascript:alert');
  });

  test('[IMP-20] a deleted ready type is not made again', async () => {
    const { json } = await send('GET', '/wp-json/broadsheet/v1/content-types/recipe');
    await send('DELETE', `/wp-json/broadsheet/v1/content-types/recipe?revision=${String(json['revision'])}`);
    const again = await send('POST', path, { name: 'recipe' });
    expect([again.status, again.json['code']]).toEqual([409, 'content_type_exists']);
  });
});
