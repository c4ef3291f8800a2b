#!/usr/bin/env node
// `node scripts/note-expressions.mjs`, after `npm run check`: the expressions that it found safe come with the sources, so that other machines need not look.
import { fileURLToPath } from 'node:url';
import { noteVerdicts } from './check-expressions.mjs';

console.log(
  `scripts/safe-expressions.json: ${noteVerdicts(fileURLToPath(new URL('..', import.meta.url)))} expressions.`,
);
