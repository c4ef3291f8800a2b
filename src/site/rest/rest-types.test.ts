import { expectTypeOf, test } from 'vitest';
import type { MediaRoutes, PostRoutes, RestArguments, RestReply, RouteOf, TermRoutes } from './rest-types.ts';

type Posts = PostRoutes[0];
type Post = PostRoutes[1];

test('Broadsheet’s own clients get their types from the route declarations', () => {
  expectTypeOf<RestReply<Posts, 'GET'>[number]['id']>().toEqualTypeOf<number>();
  expectTypeOf<RestReply<Post, 'PATCH'>['password']>().toEqualTypeOf<string>();
  expectTypeOf<RestReply<Post, 'GET', 'edit'>['title']>().toEqualTypeOf<
    { raw: string; rendered: string } | undefined
  >();
  expectTypeOf<RestReply<Post, 'GET'>['title']>().toEqualTypeOf<{ rendered: string } | undefined>();
  expectTypeOf<RestReply<Post, 'GET'>>().not.toHaveProperty('password');
  expectTypeOf<RestArguments<Posts, 'POST'>['title']>().toEqualTypeOf<
    string | { readonly raw: string } | undefined
  >();
  expectTypeOf<RestArguments<Posts, 'GET'>['status']>()
    .extract<readonly string[]>()
    .items.extract<'draft'>()
    .toEqualTypeOf<'draft'>();
  expectTypeOf<RestArguments<Post, 'PATCH'>['revision']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<RestReply<MediaRoutes[1], 'GET'>['media_type']>().toEqualTypeOf<'image' | 'file'>();
  expectTypeOf<RestReply<TermRoutes[1], 'DELETE'>['deleted']>().toEqualTypeOf<true>();
  expectTypeOf<RestReply<TermRoutes[0], 'GET'>[number]['count']>().toEqualTypeOf<number>();
  expectTypeOf<RestReply<RouteOf<'/wp/v2/types'>, 'GET', 'edit'>[string]['supports']>().toEqualTypeOf<
    Readonly<Record<string, boolean>>
  >();
  expectTypeOf<RestReply<RouteOf<'/wp/v2/settings'>, 'POST'>['posts_per_page']>().toEqualTypeOf<number>();
  expectTypeOf<RestReply<RouteOf<'/batch/v1'>, 'POST'>['responses']>()
    .items.exclude<null>()
    .toHaveProperty('status')
    .toEqualTypeOf<number>();
  expectTypeOf<RestReply<RouteOf<'/wp/v2/settings'>, 'DELETE'>>().toBeNever();
  expectTypeOf<RestArguments<RouteOf<'/wp/v2/settings'>, 'DELETE'>>().toBeNever();
});
