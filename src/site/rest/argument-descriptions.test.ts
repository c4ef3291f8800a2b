import { expect, test } from 'vitest';
import { registerTaxonomy } from '../../modules/types/registry.ts';
import { describeArguments } from './argument-descriptions.ts';
import { describeApi } from './openapi.ts';
import { restMethods } from '../../kernel/http/rest/rest-reply.ts';
import { restRouteList } from './rest-routes.ts';
import { argumentsOf } from './route-index.ts';

test('every argument of every route has a description, in the index and in OPTIONS', () => {
  const found = restRouteList().flatMap((route) =>
    restMethods.flatMap((name) => {
      const method = route.methods[name];
      if (!method) return [];
      return Object.entries(argumentsOf(route, name, method)).map(([arg, { description }]) => ({
        place: `${name} ${route.path} ${arg}`,
        description,
      }));
    }),
  );
  expect(found.length).toBeGreaterThan(800);
  expect(
    found.filter(({ description }) => !/^[A-Z].*\.$/.test(description ?? '')).map(({ place }) => place),
    'Describe these where the route declares them: `.describe()` of an argument, `inPath` of a parameter in the path.',
  ).toEqual([]);
  expect(
    found
      .filter(({ description = '' }) => /\{(?:item|owner)|undefined/.test(description))
      .map(({ place }) => place),
  ).toEqual([]);
});

test('every parameter and every field of a body in docs/openapi.json has a description', () => {
  const { paths, components } = describeApi(restRouteList(), '0');
  const resolve = (part: unknown): Record<string, unknown> => {
    const { $ref: target } = Object(part);
    if (typeof target !== 'string') return Object(part);
    return target
      .split('/')
      .slice(1)
      .reduce<Record<string, unknown>>((inside, key) => Object(inside[key]), { components });
  };
  const undescribed: string[] = [];
  const look = (place: string, part: unknown) => {
    if (!/^[A-Z].*\.$/.test(String(resolve(part)['description'])))
      undescribed.push(`${place} ${JSON.stringify(part).slice(0, 80)}`);
  };
  let bodies = 0;
  for (const [path, item] of Object.entries(paths)) {
    for (const [name, operation] of Object.entries(item)) {
      const parameters = name === 'parameters' ? operation : Object(operation)['parameters'];
      for (const parameter of [parameters].flat())
        if (parameter !== undefined) look(`${name} ${path}`, parameter);
      const { content = {} } = resolve(Object(operation)['requestBody']);
      for (const { schema } of Object.values(Object(content)) as {
        readonly schema?: { readonly properties?: object };
      }[]) {
        for (const [field, property] of Object.entries(schema?.properties ?? {})) {
          bodies++;
          look(`${name} ${path} ${field}`, property);
        }
      }
    }
  }
  expect(bodies).toBeGreaterThan(300);
  expect(undescribed).toEqual([]);
});

test('a description names the route’s item, and what the method does with the argument', () => {
  const descriptionOf = (path: string, method: 'GET' | 'POST' | 'DELETE', name: string) =>
    describeArguments(path, method)(name);
  expect(descriptionOf('/wp/v2/posts', 'GET', 'slug')).toBe('Only posts with these slugs.');
  expect(descriptionOf('/wp/v2/pages', 'POST', 'slug')).toBe('Slug of the page, the last part of its URL.');
  expect(descriptionOf('/wp/v2/posts', 'GET', 'categories_exclude')).toBe(
    'Leave out posts with these categories (ids).',
  );
  expect(descriptionOf('/wp/v2/posts/(?P<parent>[\\d]+)/revisions/(?P<id>[\\d]+)', 'DELETE', 'parent')).toBe(
    'Id of the post that the revisions belong to.',
  );
  expect(descriptionOf('/wp/v2/posts/(?P<parent>[\\d]+)/revisions/(?P<id>[\\d]+)', 'DELETE', 'id')).toBe(
    'Id of the revision.',
  );
  expect(descriptionOf('/wp/v2/comments', 'POST', 'parent')).toBe(
    'Id of the comment that this one replies to. 0 for none.',
  );
  expect(descriptionOf('/wp/v2/posts', 'GET', 'venues')).toBeUndefined();
  for (const name of ['constructor', 'toString', '__proto__'])
    expect(descriptionOf('/wp/v2/posts', 'GET', name)).toBeUndefined();
  const takeBack = registerTaxonomy({
    name: 'venue',
    labels: { plural: 'Venues', singular: 'Venue' },
    restBase: 'venues',
  });
  try {
    expect(descriptionOf('/wp/v2/posts', 'GET', 'venues')).toBe('Only posts with these venues (ids).');
    expect(descriptionOf('/wp/v2/posts', 'POST', 'venues')).toBe('Ids of the venues of the post.');
    expect(descriptionOf('/wp/v2/venues', 'POST', 'name')).toBe('Name of the venue.');
  } finally {
    takeBack();
  }
});
