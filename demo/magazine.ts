export const title = 'Causeway';
export const tagline = 'Technology and culture, from where they meet';
export const illustrator = 'Lotte Brink';

export interface DemoAuthor {
  readonly slug: string;
  readonly name: string;
  readonly role: 'editor' | 'author';
  readonly bio: string;
}

export const authors: readonly DemoAuthor[] = [
  {
    slug: 'ines-okafor',
    name: 'Ines Okafor',
    role: 'editor',
    bio:
      'Ines Okafor edits Causeway and writes about crafts, sound and the things that people do with their hands. ' +
      'She grew up above a piano repair shop in Porto and can still tell a cracked soundboard through a wall.',
  },
  {
    slug: 'tomas-brandvik',
    name: 'Tomas Brandvik',
    role: 'author',
    bio:
      'Tomas Brandvik covers networks, which means that he spends a good part of the year on ferries. Before that he climbed masts for a living, ' +
      'and he keeps a list of the best views from them.',
  },
  {
    slug: 'gerrit-hoekstra',
    name: 'Gerrit Hoekstra',
    role: 'author',
    bio:
      'Gerrit Hoekstra taught physics in Groningen for thirty years and became a science reporter the week after. ' +
      'He goes out with people who count things: eels, winters, silences.',
  },
  {
    slug: 'mirai-castellan',
    name: 'Mirai Castellan',
    role: 'author',
    bio:
      'Mirai Castellan drew dashboards for public utilities until she began to doubt them. She now writes about design and cities, usually after dark, ' +
      'when both are easier to see.',
  },
  {
    slug: 'leila-marwan',
    name: 'Leila Marwan',
    role: 'author',
    bio:
      'Leila Marwan writes about work and money: who does it, who gets it, and who is in the room when the two are compared. ' +
      'She kept the books of a shipyard for six years, and still reads a set of accounts from the back.',
  },
  {
    slug: 'cosmo-adeyemi',
    name: 'Cosmo Adeyemi',
    role: 'author',
    bio:
      'Cosmo Adeyemi covers play: games, films, books, and the odd hours in which people make them. He has lost to champions at four sports and to a ' +
      'nine-year-old at chess, and will describe any of these matches if you let him.',
  },
];

export interface DemoTerm {
  readonly slug: string;
  readonly name: string;
  readonly description?: string;
  /** Slug of the parent category, which must precede it in the list. */
  readonly parent?: string;
  /** Index of one of the theme's eight accents; inherited from the parent by default. */
  readonly accent?: number;
}

export const categories: readonly DemoTerm[] = [
  {
    slug: 'technology',
    name: 'Technology',
    accent: 0,
    description: 'Machines at work, and the people who keep them so.',
  },
  {
    slug: 'networks',
    name: 'Networks',
    accent: 5,
    parent: 'technology',
    description: 'Cables, masts and everything that hangs between them.',
  },
  {
    slug: 'software',
    name: 'Software',
    parent: 'technology',
    description: 'Programs, old and new, and the tasks they should have refused.',
  },
  {
    slug: 'hardware',
    name: 'Hardware',
    parent: 'technology',
    description: 'Things with screws in them, and those who own the right screwdriver.',
  },
  {
    slug: 'science',
    name: 'Science',
    accent: 2,
    description: 'Out with the people who count, measure and wait.',
  },
  {
    slug: 'climate',
    name: 'Climate',
    parent: 'science',
    description: 'Ice, water and weather, by those who write it down each morning.',
  },
  {
    slug: 'space',
    name: 'Space',
    parent: 'science',
    description: 'The parts of it that someone has to look after.',
  },
  {
    slug: 'culture',
    name: 'Culture',
    accent: 1,
    description: 'Film, sound, crafts, and the hands behind them.',
  },
  {
    slug: 'film',
    name: 'Film',
    parent: 'culture',
    description: 'How pictures are made to move, and what they cost to stop.',
  },
  {
    slug: 'sound',
    name: 'Sound',
    parent: 'culture',
    description: 'Bells, tape hiss, silence and other instruments.',
  },
  {
    slug: 'books',
    name: 'Books',
    parent: 'culture',
    description: 'Print, paper, libraries, and readers who answer back.',
  },
  { slug: 'cities', name: 'Cities', accent: 4, description: 'Streets, roofs and night buses.' },
  {
    slug: 'transport',
    name: 'Transport',
    parent: 'cities',
    description: 'Getting there, and who is driving.',
  },
  {
    slug: 'housing',
    name: 'Housing',
    parent: 'cities',
    description: 'Walls, stairs, rents, and the neighbours on the other side of all three.',
  },
  { slug: 'ideas', name: 'Ideas', accent: 3, description: 'Essays that are willing to be wrong.' },
  {
    slug: 'work',
    name: 'Work',
    accent: 6,
    description: 'Offices, factories, money, and what people are paid not to mention.',
  },
  {
    slug: 'play',
    name: 'Play',
    accent: 7,
    description: 'Games, puzzles and matches, taken exactly as seriously as they deserve.',
  },
];

export const tags: readonly DemoTerm[] = [
  ['animals', 'Animals'],
  ['animation', 'Animation'],
  ['archives', 'Archives'],
  ['attention', 'Attention'],
  ['batteries', 'Batteries'],
  ['books', 'Books'],
  ['cables', 'Cables'],
  ['climate', 'Climate'],
  ['crafts', 'Crafts'],
  ['debugging', 'Debugging'],
  ['design', 'Design'],
  ['energy', 'Energy'],
  ['factories', 'Factories'],
  ['fieldwork', 'Fieldwork'],
  ['film', 'Film'],
  ['food', 'Food'],
  ['games', 'Games'],
  ['hardware', 'Hardware'],
  ['housing', 'Housing'],
  ['infrastructure', 'Infrastructure'],
  ['language', 'Language'],
  ['libraries', 'Libraries'],
  ['maps', 'Maps'],
  ['memory', 'Memory'],
  ['money', 'Money'],
  ['music', 'Music'],
  ['neighbours', 'Neighbours'],
  ['open-data', 'Open data'],
  ['open-source', 'Open source'],
  ['puzzles', 'Puzzles'],
  ['radio', 'Radio'],
  ['railways', 'Railways'],
  ['repair', 'Repair'],
  ['resilience', 'Resilience'],
  ['robotics', 'Robotics'],
  ['satellites', 'Satellites'],
  ['sleep', 'Sleep'],
  ['sound', 'Sound'],
  ['space', 'Space'],
  ['transport', 'Transport'],
  ['water', 'Water'],
  ['weather', 'Weather'],
  ['work', 'Work'],
].map(([slug = '', name = '']) => ({ slug, name }));
