import { episodeType, tagTaxonomy } from '../types/index.ts';
import { archivePage, block, fact, field, half, itemPage, paragraphs } from './markup.ts';
import type { ReadyType } from './model.ts';

export const episode: ReadyType = {
  name: episodeType,
  summary: 'A podcast: episodes with audio, chapters, transcripts and seasons, and a feed for podcast apps.',
  definition: {
    plural: 'Episodes',
    singular: 'Episode',
    archive_title: 'Podcast',
    slug: 'podcast',
    hierarchical: false,
    has_archive: true,
    archive_slug: '',
    has_feed: true,
    in_search: true,
    in_sitemap: true,
    is_article: false,
    rest_base: 'episodes',
    supports: ['title', 'editor', 'author', 'thumbnail', 'excerpt', 'revisions', 'comments'],
    icon: 'dashicons-admin-media',
    own_capabilities: false,
    taxonomies: [tagTaxonomy],
  },
  fields: [
    { name: 'audio', kind: 'file', label: 'Audio file', required: true, file_kinds: ['audio'] },
    {
      name: 'audio_length_seconds',
      kind: 'number',
      label: 'Length in seconds',
      min: 0,
      max: 1_000_000,
      step: 1,
    },
    {
      name: 'season',
      kind: 'number',
      label: 'Season',
      min: 0,
      max: 10_000,
      step: 1,
      is_column: true,
      is_filter: true,
    },
    {
      name: 'episode_number',
      kind: 'number',
      label: 'Episode number',
      min: 0,
      max: 1_000_000,
      step: 1,
      is_column: true,
    },
    {
      name: 'episode_kind',
      kind: 'choice',
      label: 'Kind',
      default: 'full',
      choices: [
        { value: 'full', label: 'Episode' },
        { value: 'trailer', label: 'Trailer' },
        { value: 'bonus', label: 'Bonus' },
      ],
    },
    { name: 'explicit', kind: 'boolean', label: 'Explicit language' },
    {
      name: 'chapters',
      kind: 'group',
      label: 'Chapters',
      fields: [
        { name: 'start', kind: 'text', label: 'Start', help: 'Such as 0:12:30.', required: true, max: 20 },
        { name: 'title', kind: 'text', label: 'Title', required: true, max: 300 },
        { name: 'link', kind: 'link', label: 'Link' },
      ],
    },
    { name: 'transcript', kind: 'rich_text', label: 'Transcript', is_searched: true },
    {
      name: 'transcript_file',
      kind: 'file',
      label: 'Transcript with times',
      help: 'A file of subtitles: .vtt or .srt.',
    },
  ],
  item: itemPage(
    [
      half(field('audio', { label: 'above' }), block('feed-link')),
      half(fact('season'), fact('episode_number'), fact('episode_kind')),
    ],
    [
      block('post-content'),
      field('chapters', { label: 'above', rows: 'table' }),
      field('transcript', { label: 'above' }),
      fact('transcript_file'),
    ],
  ),
  archive: archivePage('list', {}, [block('feed-link')]),
  samples: () => [
    {
      title: 'The last ferry',
      slug: 'the-last-ferry',
      excerpt: 'Four islands, one ship and a timetable that nobody dares to change.',
      content: paragraphs(
        'We spend a winter night on the 21:40 to Holm, with a captain who has missed one crossing in nineteen years. The audio of this sample is a tone: replace it by your recording.',
      ),
      status: 'publish',
      audio: { seconds: 3, hertz: 220 },
      meta: {
        audio_length_seconds: 3,
        season: 1,
        episode_number: 1,
        episode_kind: 'full',
        explicit: false,
        chapters: [
          { start: '0:00:00', title: 'On the quay' },
          { start: '0:00:01', title: 'What the captain carries' },
          { start: '0:00:02', title: 'Holm, after midnight' },
        ],
        transcript: '<p><strong>Host:</strong> It is twenty to ten, and the ramp is still down.</p>',
      },
    },
    {
      title: 'Who owns the night bus?',
      slug: 'who-owns-the-night-bus',
      excerpt: 'The N7 has no operator, no depot and 400 passengers.',
      content: paragraphs(
        'A bus line that exists in no register runs every night, on time. We ride it to the end and ask who pays.',
      ),
      status: 'publish',
      audio: { seconds: 2, hertz: 330 },
      meta: { audio_length_seconds: 2, season: 1, episode_number: 2, episode_kind: 'full' },
    },
  ],
};
