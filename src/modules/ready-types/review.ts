import { reviewType, tagTaxonomy } from '../types/index.ts';
import { archivePage, block, fact, field, half, heading, itemPage, paragraphs } from './markup.ts';
import type { ReadyType } from './model.ts';

/** Names of schema.org's types. */
const itemKinds = [
  ['Product', 'Product'],
  ['Book', 'Book'],
  ['Movie', 'Film'],
  ['TVSeries', 'Series'],
  ['MusicAlbum', 'Album'],
  ['Game', 'Board game'],
  ['VideoGame', 'Video game'],
  ['SoftwareApplication', 'Software'],
  ['Restaurant', 'Restaurant'],
  ['Hotel', 'Hotel'],
  ['Course', 'Course'],
] as const;

export const review: ReadyType = {
  name: reviewType,
  summary: 'Tests of products, books, films and more, with a rating, a verdict, pros and cons.',
  definition: {
    plural: 'Reviews',
    singular: 'Review',
    archive_title: '',
    slug: 'reviews',
    hierarchical: false,
    has_archive: true,
    archive_slug: '',
    has_feed: true,
    in_search: true,
    in_sitemap: true,
    is_article: true,
    rest_base: 'reviews',
    supports: ['title', 'editor', 'author', 'thumbnail', 'excerpt', 'revisions', 'comments'],
    icon: 'dashicons-admin-post',
    own_capabilities: false,
    taxonomies: [tagTaxonomy],
  },
  fields: [
    { name: 'item_name', kind: 'text', label: 'What is reviewed', required: true },
    {
      name: 'item_kind',
      kind: 'choice',
      label: 'Kind',
      choices: itemKinds.map(([value, label]) => ({ value, label })),
      default: 'Product',
      is_filter: true,
    },
    {
      name: 'rating',
      kind: 'number',
      label: 'Rating',
      help: 'From 0 to 10, in steps of 0.5.',
      required: true,
      min: 0,
      max: 10,
      step: 0.5,
      show_max: true,
      is_column: true,
      is_filter: true,
    },
    { name: 'verdict', kind: 'textarea', label: 'Verdict', is_searched: true },
    {
      name: 'pros',
      kind: 'group',
      label: 'Pros',
      fields: [{ name: 'point', kind: 'text', label: 'Point', required: true }],
    },
    {
      name: 'cons',
      kind: 'group',
      label: 'Cons',
      fields: [{ name: 'point', kind: 'text', label: 'Point', required: true }],
    },
  ],
  item: itemPage(
    [
      half(field('rating', { label: 'above', tone: 'large' }), fact('item_name'), fact('item_kind')),
      half(field('verdict', { label: 'above' })),
    ],
    [block('post-content'), field('pros', { label: 'above' }), field('cons', { label: 'above' })],
  ),
  archive: archivePage('list', { big_first: true }),
  samples: () => [
    {
      title: 'A kettle that knows when to stop',
      slug: 'a-kettle-that-knows-when-to-stop',
      excerpt: 'The Harrow 1.7 holds any temperature you ask for, and says so with one quiet tone.',
      content:
        paragraphs(
          'Electric kettles have one task, and most do it with a roar. The Harrow 1.7 boils a litre in two minutes and forty seconds, which is ordinary, and does so at the volume of a conversation, which is not.',
          'We used it for six weeks: green tea at 70 degrees, coffee at 94, and porridge for three children at whatever was fastest. The thermostat was never more than a degree off our thermometer.',
        ) +
        `\n\n${heading('In daily use')}\n\n${paragraphs(
          'The lid opens with one hand, and the spout pours without drips until the last cup. The cord is short: 70 centimetres do not reach from the wall to the middle of a table.',
        )}`,
      status: 'publish',
      meta: {
        item_name: 'Harrow 1.7 kettle',
        item_kind: 'Product',
        rating: 8.5,
        verdict:
          'Quiet, exact and easy to clean. If the cord reaches, there is little reason to look further.',
        pros: [{ point: 'Exact to one degree' }, { point: 'Quiet' }, { point: 'Every seal can be replaced' }],
        cons: [{ point: 'Short cord' }, { point: 'Shows fingerprints' }],
      },
    },
    {
      title: '“The Tide Clerk” counts what the sea takes',
      slug: 'the-tide-clerk',
      excerpt: 'A first novel about a harbour office that refuses to close.',
      content: paragraphs(
        'Every morning for thirty-one years, Ada Venn writes down the height of the water. Nobody has read her figures since the harbour lost its last ship. Then a lawyer from the capital asks for all of them.',
        'The book takes its time, and is right to. Its best chapters consist of almost nothing: a ledger, a window, a colleague who has learned not to ask.',
      ),
      status: 'publish',
      meta: {
        item_name: 'The Tide Clerk',
        item_kind: 'Book',
        rating: 9,
        verdict: 'A patient, funny novel about work that nobody sees.',
        pros: [{ point: 'Characters that stay with you' }, { point: 'Not a sentence too many' }],
        cons: [{ point: 'The lawsuit ends too neatly' }],
      },
    },
  ],
};
