import type { FastifyInstance } from 'fastify';

/** Every route that a server has: its path and the methods that it answers. */
export function registeredRoutes(
  server: Pick<FastifyInstance, 'printRoutes'>,
): readonly { readonly path: string; readonly methods: readonly string[] }[] {
  // A tree of paths, each with its methods: the path below another one is drawn without it.
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
