import { eventType, tagTaxonomy } from '../types/index.ts';
import { archivePage, block, fact, field, half, itemPage, paragraphs } from './markup.ts';
import type { ReadyType } from './model.ts';

const dayMs = 86_400_000;
/** `hour` o'clock some days after `now`, as a local time. */
const inDays = (now: number, days: number, hour: string): string =>
  `${new Date(now + days * dayMs).toISOString().slice(0, 10)}T${hour}:00`;

const local = { zone_field: 'time_zone', day_field: 'all_day' };

export const event: ReadyType = {
  name: eventType,
  summary: 'Dates with place and time zone, as calendar files and a calendar feed.',
  definition: {
    plural: 'Events',
    singular: 'Event',
    archive_title: '',
    slug: 'events',
    hierarchical: false,
    has_archive: true,
    archive_slug: '',
    has_feed: true,
    in_search: true,
    in_sitemap: true,
    is_article: false,
    rest_base: 'events',
    supports: ['title', 'editor', 'author', 'thumbnail', 'excerpt', 'revisions'],
    icon: 'dashicons-clock',
    own_capabilities: false,
    taxonomies: [tagTaxonomy],
  },
  fields: [
    {
      name: 'starts_at',
      kind: 'date_time',
      label: 'Begins',
      required: true,
      is_column: true,
      is_filter: true,
      ...local,
    },
    {
      name: 'ends_at',
      kind: 'date_time',
      label: 'Ends',
      help: 'Of whole days: the last day.',
      is_column: true,
      not_before: 'starts_at',
      ...local,
    },
    {
      name: 'time_zone',
      kind: 'text',
      label: 'Time zone',
      help: 'A name such as Europe/Berlin. Empty: that of the site.',
      max: 64,
      format: 'time_zone',
    },
    { name: 'all_day', kind: 'boolean', label: 'All day' },
    { name: 'place', kind: 'place', label: 'On the map' },
    { name: 'place_name', kind: 'text', label: 'Venue' },
    { name: 'address', kind: 'textarea', label: 'Address', max: 1000 },
    {
      name: 'event_status',
      kind: 'choice',
      label: 'Status',
      default: 'scheduled',
      choices: [
        { value: 'scheduled', label: 'Takes place' },
        { value: 'postponed', label: 'Postponed' },
        { value: 'rescheduled', label: 'New date' },
        { value: 'cancelled', label: 'Cancelled' },
        { value: 'online', label: 'Online instead' },
      ],
    },
    { name: 'event_url', kind: 'link', label: 'Tickets or details' },
    { name: 'price', kind: 'number', label: 'Price', min: 0, currency: 'currency' },
    {
      name: 'currency',
      kind: 'text',
      label: 'Currency',
      help: 'Three letters, such as EUR or USD.',
      max: 3,
    },
  ],
  item: itemPage(
    [
      half(
        field('starts_at', { label: 'above', tone: 'large' }),
        fact('ends_at'),
        fact('time_zone'),
        fact('event_status'),
      ),
      half(
        fact('place_name'),
        field('address'),
        fact('place'),
        fact('price'),
        fact('event_url'),
        block('feed-link'),
      ),
    ],
    [block('post-content')],
  ),
  archive: archivePage(
    'cards',
    {
      card_fields: 'starts_at,ends_at,place_name',
      order_field: 'starts_at',
      order_direction: 'upcoming',
    },
    [block('feed-link')],
  ),
  samples: (now) => [
    {
      title: 'An evening with the night trains',
      slug: 'an-evening-with-the-night-trains',
      excerpt: 'Three drivers and a timetable planner talk about Europe after dark.',
      content: paragraphs(
        'Who keeps the sleeping cars running, and why is there never one on the night you need it? Three drivers and a planner answer, with maps, recordings and a bell from 1931.',
        'The doors open half an hour before the beginning. The hall has a ramp and an induction loop.',
      ),
      status: 'publish',
      meta: {
        starts_at: inDays(now, 21, '19:30'),
        ends_at: inDays(now, 21, '21:30'),
        time_zone: 'Europe/Berlin',
        place: { lat: 52.5251, lng: 13.3694, label: 'Old Signal Hall' },
        place_name: 'Old Signal Hall',
        address: '4 Platform Road\n10557 Berlin',
        event_status: 'scheduled',
        price: 12,
        currency: 'EUR',
      },
    },
    {
      title: 'Open newsroom: ask the editors',
      slug: 'open-newsroom',
      excerpt: 'How we check, correct and choose: an hour of your questions.',
      content: paragraphs(
        'Once a season we open the morning conference. Bring the story that you missed, the correction that you wanted, or the headline that annoyed you.',
      ),
      status: 'publish',
      meta: {
        starts_at: inDays(now, 35, '10:00'),
        ends_at: inDays(now, 35, '11:00'),
        event_status: 'online',
        price: 0,
        currency: 'EUR',
      },
    },
  ],
};
