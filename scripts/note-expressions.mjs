#!/usr/bin/env node
// `node scripts/note-expressions.mjs`, after `npm run check`: adds the expressions found safe to the sources, so that
// other machines skip them.
import { fileURLToPath } from 'node:url';
import { noteVerdicts } from './check-expressions.mjs';

console.log(
  `scripts/safe-expressions.json: ${noteVerdicts(fileURLToPath(new URL('..', import.meta.url)))} expressions.`,
);
