import type { FastifyInstance } from 'fastify';

export function registeredRoutes(
  server: Pick<FastifyInstance, 'printRoutes'>,
): readonly { readonly path: string; readonly methods: readonly string[] }[] {
  // A tree of paths with their methods; nested paths are printed without their parent's.
  const lines = [...server.printRoutes({ commonPrefix: false }).matchAll(/^(.*?)(\S+) \(([A-Z, ]+)\)$/gm)];
  const above: string[] = [];
  return lines.map(([, indent = '', path = '', methods = '']) => {
    above.splice(indent.length / 4 - 1, Infinity, path);
    return {
      path: above.join('/').replaceAll('//', '/').replace(/^\*$/, '/*'),
      methods: methods.split(', '),
    };
  });
}
