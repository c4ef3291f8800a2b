import type { ConfigData } from 'html-validate';

/** Rules for the site's pages: html-validate's recommended ones, with exceptions and their reasons. */
export const htmlRules: ConfigData = {
  root: true,
  extends: ['html-validate:recommended'],
  rules: {
    // React writes `<img/>`, `srcSet`, `hidden=""` and `required=""`, which are equivalent for every parser.
    'void-style': 'off',
    'attr-case': 'off',
    'attribute-empty-style': 'off',
    'attribute-boolean-style': 'off',
    // Ids are written by WordPress' markup and React's useId; HTML only forbids spaces.
    'valid-id': ['error', { relaxed: true }],
    'doctype-style': ['error', { style: 'lowercase' }],
    // A picture's dominant colour and focal point are data, which classes can't hold; the content security policy
    // allows them.
    'no-inline-style': 'off',
    // A disabled step is a link without an address, as in ARIA's examples; a scrolling table is a region within its
    // figure.
    'prefer-native-element': ['error', { exclude: ['link', 'region'] }],
  },
};
