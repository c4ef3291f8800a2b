import { recipeType, tagTaxonomy } from '../types/index.ts';
import { archivePage, block, fact, field, half, itemPage, paragraphs } from './markup.ts';
import type { ReadyType } from './model.ts';

const minutes = { min: 0, max: 100_000, step: 1 };

export const recipe: ReadyType = {
  name: recipeType,
  summary: 'Dishes with ingredients, steps, times and servings.',
  definition: {
    plural: 'Recipes',
    singular: 'Recipe',
    archive_title: '',
    slug: 'recipes',
    hierarchical: false,
    has_archive: true,
    archive_slug: '',
    has_feed: true,
    in_search: true,
    in_sitemap: true,
    is_article: false,
    rest_base: 'recipes',
    supports: ['title', 'editor', 'author', 'thumbnail', 'excerpt', 'revisions', 'comments'],
    icon: 'dashicons-admin-page',
    own_capabilities: false,
    taxonomies: [tagTaxonomy],
  },
  fields: [
    { name: 'servings', kind: 'text', label: 'Servings', max: 100 },
    { name: 'prep_minutes', kind: 'number', label: 'Preparation in minutes', ...minutes },
    {
      name: 'cook_minutes',
      kind: 'number',
      label: 'Cooking in minutes',
      ...minutes,
      is_column: true,
      is_filter: true,
    },
    {
      name: 'ingredients',
      kind: 'group',
      label: 'Ingredients',
      fields: [
        { name: 'amount', kind: 'text', label: 'Amount', max: 100 },
        { name: 'ingredient', kind: 'text', label: 'Ingredient', required: true, max: 300 },
      ],
    },
    {
      name: 'steps',
      kind: 'group',
      label: 'Steps',
      fields: [
        { name: 'instruction', kind: 'textarea', label: 'Instruction', required: true },
        { name: 'picture', kind: 'image', label: 'Picture' },
      ],
    },
    { name: 'cuisine', kind: 'text', label: 'Cuisine', max: 100, is_filter: true },
    { name: 'calories', kind: 'number', label: 'Energy per serving', unit: 'kcal', min: 0, max: 100_000 },
  ],
  item: itemPage(
    [
      half(fact('servings'), fact('cuisine'), fact('calories')),
      half(fact('prep_minutes'), fact('cook_minutes')),
    ],
    [
      block('post-content'),
      field('ingredients', { label: 'above', rows: 'table' }),
      field('steps', { label: 'above', rows: 'ordered' }),
    ],
  ),
  archive: archivePage('cards'),
  samples: () => [
    {
      title: 'White bean soup with burnt lemon',
      slug: 'white-bean-soup-with-burnt-lemon',
      excerpt: 'Half an hour, one pot, and a lemon that goes face down into it first.',
      content: paragraphs(
        'The trick is patience with the lemon: leave it until the cut side is nearly black. Its juice turns sweet and smoky, and carries a soup that is otherwise only beans and bread.',
      ),
      status: 'publish',
      meta: {
        servings: '4 bowls',
        prep_minutes: 10,
        cook_minutes: 25,
        ingredients: [
          { amount: '2 tins', ingredient: 'white beans' },
          { amount: '1', ingredient: 'lemon, halved' },
          { amount: '1', ingredient: 'onion, finely chopped' },
          { amount: '3 cloves', ingredient: 'garlic' },
          { amount: '1 litre', ingredient: 'vegetable stock' },
          { amount: '4 tbsp', ingredient: 'olive oil' },
        ],
        steps: [
          {
            instruction:
              'Heat half of the oil. Press the lemon into the pot, cut side down, until it is dark. Take it out.',
          },
          {
            instruction:
              'Cook the onion and garlic in the rest of the oil over a low heat for eight minutes.',
          },
          {
            instruction:
              'Add the beans and the stock. Simmer for a quarter of an hour, then mash a third of the beans.',
          },
          { instruction: 'Squeeze the lemon into the soup, and season with salt.' },
        ],
        cuisine: 'Mediterranean',
        calories: 310,
      },
    },
    {
      title: 'Overnight rye loaf',
      slug: 'overnight-rye-loaf',
      excerpt: 'No kneading: the night does the work.',
      content: paragraphs(
        'A dense loaf that keeps for a week. Mix it before you go to bed, and bake it with the morning news.',
      ),
      status: 'publish',
      meta: {
        servings: '1 loaf',
        prep_minutes: 15,
        cook_minutes: 55,
        ingredients: [
          { amount: '400 g', ingredient: 'wholemeal rye flour' },
          { amount: '100 g', ingredient: 'wheat flour' },
          { amount: '430 ml', ingredient: 'lukewarm water' },
          { amount: '10 g', ingredient: 'salt' },
          { amount: '2 g', ingredient: 'dry yeast' },
        ],
        steps: [
          {
            instruction:
              'Stir everything into a sticky dough. Cover it, and leave it at room temperature for ten hours.',
          },
          { instruction: 'Fill it into a greased tin, and smooth it with wet hands. Wait for an hour.' },
          {
            instruction:
              'Bake at 220 °C for 15 minutes, then at 190 °C for 40. Let it cool on a rack before cutting.',
          },
        ],
        cuisine: 'German',
        calories: 190,
      },
    },
  ],
};
