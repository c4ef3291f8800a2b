#!/usr/bin/env node
// `npm run openapi`: writes docs/openapi.json, the REST API as its routes declare it.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describeApi, printApi } from '../src/site/rest/openapi.ts';
import { restRouteList } from '../src/site/rest/rest-routes.ts';

const inRoot = (file) => fileURLToPath(new URL(`../${file}`, import.meta.url));

const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
const text = printApi(describeApi(restRouteList(), version));
writeFileSync(inRoot('docs/openapi.json'), text);
console.log(`docs/openapi.json: ${text.length} bytes.`);
