import type { ConfigData } from 'html-validate';

/** How our pages are judged: html-validate's recommended rules. What differs from them has its reason. */
export const htmlRules: ConfigData = {
  root: true,
  extends: ['html-validate:recommended'],
  rules: {
    // React writes the HTML of our views: `<img/>`, `srcSet`, `hidden=""` and `required=""`, which mean the same to every parser.
    'void-style': 'off',
    'attr-case': 'off',
    'attribute-empty-style': 'off',
    'attribute-boolean-style': 'off',
    // Ids of blocks come from WordPress' markup and React's useId; HTML only asks that they hold no space.
    'valid-id': ['error', { relaxed: true }],
    'doctype-style': ['error', { style: 'lowercase' }],
    // A picture's dominant colour and focal point are data of that picture: no class can hold them, and the policy allows them.
    'no-inline-style': 'off',
    // A step that leads nowhere is a link without an address, as ARIA's own examples have it; a scrolling table is a region inside its figure.
    'prefer-native-element': ['error', { exclude: ['link', 'region'] }],
  },
};
