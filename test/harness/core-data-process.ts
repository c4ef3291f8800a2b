import { createRequire } from 'node:module';

/** Just enough of a DOM to load `@wordpress/core-data` in Node. */
function standInForBrowser(url: string): void {
  const nothing = () => undefined;
  const element = () => ({
    style: {},
    dataset: {},
    setAttribute: nothing,
    appendChild: nothing,
    addEventListener: nothing,
    querySelectorAll: () => [],
    classList: { add: nothing },
  });
  const document = {
    visibilityState: 'hidden',
    readyState: 'loading',
    addEventListener: nothing,
    removeEventListener: nothing,
    querySelectorAll: () => [],
    querySelector: () => null,
    createElement: element,
    createTextNode: element,
    head: element(),
    body: element(),
    documentElement: element(),
  };
  Object.assign(globalThis, {
    window: globalThis,
    document,
    addEventListener: nothing,
    removeEventListener: nothing,
    location: new URL(url),
  });
}

/** A call of the store `core` by `select`, `resolveSelect` or `dispatch`, an upload as the editor sends it, or a change of user. */
interface Asked {
  readonly id: number;
  readonly how: 'select' | 'resolveSelect' | 'dispatch' | 'upload' | 'signIn';
  readonly name: string;
  readonly args: readonly unknown[];
}

interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: unknown;
}

type Store = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

interface ApiFetch {
  (options: { readonly path: string; readonly method: string; readonly body: FormData }): Promise<unknown>;
  use(middleware: unknown): void;
  createNonceMiddleware(nonce: string): { nonce: string };
  createRootURLMiddleware(root: string): unknown;
}

interface Person {
  readonly cookie: string;
  readonly nonce: string;
}

const [url = '', person = ''] = process.argv.slice(2);
const { cookie: firstCookie, nonce } = JSON.parse(person) as Person;
let cookie = firstCookie;
standInForBrowser(url);
// Browsers send cookies; Node's fetch does not.
const plain = globalThis.fetch;
globalThis.fetch = (input, options = {}) => {
  const headers = new Headers(options.headers);
  headers.set('cookie', cookie);
  return plain(input, { ...options, headers });
};

const require = createRequire(new URL('../../src/newsroom/package.json', import.meta.url));
const { default: apiFetch } = require('@wordpress/api-fetch') as { default: ApiFetch };
apiFetch.use(apiFetch.createRootURLMiddleware(`${url}/wp-json/`));
const nonceMiddleware = apiFetch.createNonceMiddleware(nonce);
apiFetch.use(nonceMiddleware);
const { store } = require('@wordpress/core-data') as { store: { readonly name: string } };
const data = require('@wordpress/data') as Readonly<
  Record<'select' | 'resolveSelect' | 'dispatch', (store: string) => Store>
>;

async function answer({ how, name, args }: Asked): Promise<unknown> {
  if (how === 'signIn') {
    ({ cookie, nonce: nonceMiddleware.nonce } = args[0] as Person);
    return data.dispatch(store.name)['invalidateResolutionForStore']?.();
  }
  if (how !== 'upload') {
    const method = data[how](store.name)[name];
    if (!method) throw new Error(`core-data has no ${how} ${name}.`);
    return method(...args);
  }
  const body = new FormData();
  body.append('file', new Blob([args[0] as Uint8Array<ArrayBuffer>], { type: 'image/png' }), name);
  return apiFetch({ path: '/wp/v2/media', method: 'POST', body });
}

process.on('message', (message) => {
  const requested = message as Asked;
  void answer(requested)
    .then(
      (value) => ({ value: structuredClone(JSON.parse(JSON.stringify(value ?? null))) as unknown }),
      (error: unknown) => ({
        error:
          error instanceof Error
            ? { message: error.message }
            : (JSON.parse(JSON.stringify(error)) as unknown),
      }),
    )
    .then((reply) => process.send?.({ id: requested.id, ...reply } satisfies Answer));
});
process.once('disconnect', () => process.exit());
