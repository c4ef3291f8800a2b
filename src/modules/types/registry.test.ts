import { afterEach, expect, test } from 'vitest';
import { permalinks } from './permalinks.ts';
import { isCapability } from '../users/role.ts';
import {
  postTypeNamed,
  registeredTypes,
  registerPostType,
  registerTaxonomy,
  reserveSegment,
  taxonomiesOf,
  taxonomyNamed,
  typesOf,
  capabilityOf,
  typeCapabilities,
} from './registry.ts';
import type { TakeBack } from './registry.ts';

const made: TakeBack[] = [];
afterEach(() => made.splice(0).forEach((takeBack) => takeBack()));
const define = (takeBack: TakeBack) => void made.push(takeBack);

const labels = { plural: 'Reviews', singular: 'Review' };

test('a name and labels make a public type with an archive and REST, and a taxonomy lists its types', () => {
  define(registerPostType({
    name: 'review',
    labels,
    slug: 'reviews',
    restBase: 'reviews',
    taxonomies: ['category'],
    capabilityType: 'reviews',
  }));
  define(registerTaxonomy({
    name: 'brand',
    labels: { plural: 'Brands', singular: 'Brand' },
    postTypes: ['review'],
  }));
  expect(postTypeNamed('review')).toMatchObject({
    isPublic: true,
    isSearched: true,
    inSitemap: true,
    hasFeed: true,
    archive: { slug: 'reviews', kind: 'cpt_tax' },
    pageKind: 'cpt',
    isRegistered: true,
    labels: { archive: 'Reviews' },
  });
  expect(taxonomiesOf('review').map(({ name }) => name)).toEqual(['category', 'brand']);
  expect(typesOf('brand').map(({ name }) => name)).toEqual(['review']);
  expect(typesOf('category').map(({ name }) => name)).toEqual(expect.arrayContaining(['post', 'review']));
  expect(permalinks('rewritten').post({ id: 1, type: 'review', slug: 'a-phone' })).toBe('/reviews/a-phone/');
  expect([
    capabilityOf('review', 'edit_others'),
    capabilityOf('book', 'publish'),
    capabilityOf('page', 'delete_private'),
  ]).toEqual(['edit_others_reviews', 'publish_posts', 'delete_private_pages']);
  expect([isCapability('publish_reviews'), isCapability('publish_books')]).toEqual([true, false]);
});

test('a type that is removed is unknown again, and so is its URL', () => {
  const takeBack = registerPostType({ name: 'review', labels, slug: 'tests', isPublic: false });
  expect([
    postTypeNamed('review').isPublic,
    postTypeNamed('review').restBase,
    typeCapabilities().includes('edit_reviews'),
  ]).toEqual([false, undefined, false]);
  expect(
    registeredTypes()
      .filter(({ isPublic }) => !isPublic)
      .map(({ name }) => name),
  ).toContain('review');
  takeBack();
  takeBack(); // a second call does nothing
  expect(postTypeNamed('review')).toMatchObject({
    isPublic: true,
    slug: 'review',
    restBase: undefined,
    isRegistered: false,
  });
  expect(
    registeredTypes()
      .map(({ name }) => name)
      .slice(0, 4),
  ).toEqual(['post', 'page', 'attachment', 'product']);
  define(registerPostType({ name: 'review', labels }));
});

test('an undefined type has pages and archives, labelled with its name', () => {
  expect(postTypeNamed('guest_author')).toMatchObject({
    labels: { plural: 'Guest author' },
    slug: 'guest_author',
    archive: { slug: 'guest_author' },
    isPublic: true,
    capabilityType: 'posts',
    isRegistered: false,
  });
  expect(taxonomyNamed('book-shelf')).toMatchObject({
    slug: 'book-shelf',
    pageKind: 'cpt_tax',
    restBase: undefined,
    isRegistered: false,
  });
});

test.each([
  [{ name: 'post' }, 'There is a post type "post" already'],
  [{ name: 'Review' }, 'no name of a post type'],
  [{ name: 'comments' }, 'means something else'],
  [{ name: 'a'.repeat(21) }, '1 to 20'],
  [{ name: 'review', slug: 'category' }, 'belongs to "category"'],
  [{ name: 'review', slug: 'shop' }, 'belongs to "product"'],
  [{ name: 'review', slug: 'a/b' }, 'one segment'],
  [{ name: 'review', slug: '2026' }, 'not of digits alone'],
  [{ name: 'review', slug: 'author' }, 'belongs to the site'],
  [{ name: 'review', archive: { slug: 'wp-json' } }, 'belongs to the site'],
  [{ name: 'review', restBase: 'posts' }, 'belongs to "post"'],
  [{ name: 'review', taxonomies: ['category', 'venu'] }, 'names the taxonomy "venu", which is not defined'],
  [{ name: 'review', restBase: 'users' }, 'belongs to the site'],
  [{ name: 'review', restBase: '../x' }, 'small letters'],
])('refuses a type %j', (input, message) => {
  expect(() => registerPostType({ labels, ...input })).toThrow(message);
  expect(postTypeNamed('review').isRegistered).toBe(false);
});

test('refuses a taxonomy with the URL or the REST base of another type or taxonomy', () => {
  expect(() => registerTaxonomy({ name: 'tag', labels })).toThrow('belongs to "post_tag"');
  expect(() => registerTaxonomy({ name: 'brand', labels, restBase: 'pages' })).toThrow('belongs to "page"');
  expect(() => registerTaxonomy({ name: 'category', labels })).toThrow(
    'There is a taxonomy "category" already',
  );
  expect(() => registerTaxonomy({ name: 'brand', labels, postTypes: ['post', 'evnt'] })).toThrow(
    'names the post type "evnt", which is not defined',
  );
  expect(taxonomyNamed('brand').isRegistered).toBe(false);
});

test('no type can have a route’s URL, and no route a type’s', () => {
  for (const never of ['*', 'wp-login.php', '2026', '']) reserveSegment(never);
  reserveSegment('test-route');
  reserveSegment('test-route');
  expect(() => registerPostType({ name: 'review', labels, slug: 'test-route' })).toThrow(
    'The address "/test-route/" of "review" belongs to the site',
  );
  expect(() => reserveSegment('shop')).toThrow('The address "/shop/" of a route belongs to "product"');
});
