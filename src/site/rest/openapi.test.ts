import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { registerTaxonomy } from '../../modules/types/registry.ts';
import { describeApi, printApi } from './openapi.ts';
import { restRouteList } from './rest-routes.ts';

const inRoot = (file: string) =>
  readFileSync(fileURLToPath(new URL(`../../../${file}`, import.meta.url)), 'utf8');

test('docs/openapi.json is OpenAPI 3.1, and matches the declared routes (`npm run openapi` writes it)', async () => {
  const written = inRoot('docs/openapi.json');
  const { version } = JSON.parse(inRoot('package.json')) as { readonly version: string };
  const validator = new Validator();
  const checked = await validator.validate(JSON.parse(written) as Record<string, unknown>);
  expect([checked.valid, checked.errors, validator.version]).toEqual([true, undefined, '3.1']);
  expect(
    written === printApi(describeApi(restRouteList(), version)),
    'docs/openapi.json is out of date: run `npm run openapi`.',
  ).toBe(true);
});

test('every reference of the document resolves, and every component is used', () => {
  const { components, paths } = describeApi(restRouteList(), '0');
  const there = Object.entries(components).flatMap(([kind, parts]) =>
    Object.keys(Object(parts)).map((name) => `#/components/${kind}/${name}`),
  );
  const text = JSON.stringify({ paths, components });
  const named = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, name = '']) => name));
  expect([...named].filter((name) => !there.includes(name))).toEqual([]);
  expect(there.filter((name) => !named.has(name) && !name.includes('/securitySchemes/'))).toEqual([]);
});

test('each write of a taxonomy’s terms names the capability that the taxonomy requires', () => {
  const takeBack = registerTaxonomy({
    name: 'venue',
    labels: { plural: 'Venues', singular: 'Venue' },
    restBase: 'venues',
    isHierarchical: true,
    capabilities: { edit_terms: 'manage_venues', delete_terms: 'close_venues' },
  });
  try {
    const { paths } = describeApi(restRouteList(), '0');
    const operationOf = (path: string, method: string) =>
      (paths[path] as Record<string, Record<string, unknown>>)[method];
    const one = '/wp/v2/venues/{id}';
    expect(
      [
        ['/wp/v2/venues', 'post'],
        [one, 'put'],
        [one, 'patch'],
        [one, 'delete'],
      ].map(([path = '', method = '']) => operationOf(path, method)?.['x-capability']),
    ).toEqual(['manage_venues', 'manage_venues', 'manage_venues', 'close_venues']);
    expect(operationOf(one, 'get')?.['x-capability-edit']).toBe('manage_venues');
  } finally {
    takeBack();
  }
});
