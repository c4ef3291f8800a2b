// Inline at the end of <head>, before any content: fixes what the page may load and run, then starts behaviours and
// islands on demand. scripts/build.mjs compiles it to at most 2 KB (gzip); the CSP holds its hash.
import { contentEvent, darkClass } from './page-config.ts';
import type { ContentEvent, PageConfig, Start } from './page-config.ts';
import { showWaiting } from './show-waiting.ts';
import { leaveTrust, makeTrust } from './trust.ts';
import type { Trust } from './trust.ts';

interface OwnScript extends HTMLScriptElement {
  /** Set on the script that runs the second time. */
  trust?: Trust;
}

// The CSP allows this hash anywhere; a copy in a text or in a text's frame has a body before it or no address, and does
// nothing.
if (document.body || location.protocol === 'about:') throw new Error();
const own = document.currentScript as OwnScript;
// The element before this script; later fragments are merged into it.
const config = own.previousElementSibling as Element;
const page = JSON.parse(config.textContent) as PageConfig & {
  modules: Record<string, string>;
  configs?: Record<string, unknown>;
  foreign?: string[];
};
const configs = (page.configs ??= {});
const foreign = page.foreign ?? [];
const started = new WeakMap<Element, Set<string>>();
const coming = new WeakMap<Element, Promise<unknown>>();
// Not pointerover: a page that scrolls under a resting mouse is not a touch.
const touches = ['pointerdown', 'focusin', 'input', 'click', 'touchstart', 'keydown'];
const firstTouches = ['pointermove', 'touchstart', 'keydown'];
let touched = false;

/** Returns the `start` of a behaviour: from its own file, or one of several in a shared file. */
async function load(name: string): Promise<Start> {
  const url = page.modules[name] as string;
  if (!/^(\/wp-admin)?\/assets\/[\w-]+\.js$/.test(url)) throw new Error(`No ${name}`);
  const module = (await import(/* @vite-ignore */ url)) as Record<string, Start>;
  return module[name] ?? (module.start as Start);
}

/** Returns true the first time only. */
function claim(element: Element, name: string): boolean {
  const names = started.get(element) ?? new Set();
  started.set(element, names);
  return !names.has(name) && !!names.add(name);
}

function each(
  root: ParentNode,
  attribute: string,
  visit: (element: HTMLElement, value: string) => void,
): void {
  const selector = `[${attribute}]`;
  const found = [...root.querySelectorAll<HTMLElement>(selector)];
  if (root instanceof HTMLElement && root.matches(selector)) found.unshift(root);
  for (const element of found) visit(element, element.getAttribute(attribute) ?? '');
}

async function startBehaviour(element: HTMLElement, name: string): Promise<void> {
  const start = await load(name).catch((error: unknown) => {
    element.dataset.failed = name; // CSS then shows the elements that wait for it
    throw error;
  });
  await start(element, configs[`${name}.${element.dataset.config}`], page);
}

/** Starts behaviours that wait for the first interaction; removes `data-late` once they run. */
function startLate(element: HTMLElement, names: string): Promise<unknown> {
  const starting =
    coming.get(element) ?? startAll(element, names).finally(() => element.removeAttribute('data-late'));
  coming.set(element, starting);
  return starting;
}

/** Elements that open or play on the page, including links. */
const opened = '[data-lightbox],a[data-lightbox-content],a[data-video],[data-mfp-src]';

/**
 * Holds a click on a part whose code has not loaded. Links work without it, except links that open an overlay (which
 * would leave the page) and links with `data-held` on or around them.
 */
function hold(event: MouseEvent): void {
  const target = event.target as Element;
  const opens = target.closest(opened);
  const late = opens ? document.body : target.closest<HTMLElement>('[data-late]:not(body)');
  if (
    !late?.dataset.late ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey ||
    (!opens && target.closest('a:not([data-held],[data-held] *)'))
  ) {
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  const endWaiting = showWaiting(opens ?? target);
  void startLate(late, late.dataset.late).finally(() => endWaiting() && replay(event));
}

/** Replays a click that came before its listener, with its original time. */
function replay({ target, timeStamp, detail }: MouseEvent): void {
  if (!(target instanceof Element) || !target.isConnected) return;
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, view: window, detail });
  target.dispatchEvent(Object.defineProperty(click, 'timeStamp', { value: timeStamp }));
}

function watchIsland(element: HTMLElement, name: string): void {
  const wake = element.dataset.wake ?? '';
  let firstClick: MouseEvent | undefined;
  let touchedAt: number | undefined;
  let awake = false;

  const start = async () => {
    if (awake) return;
    awake = true;
    const wakeUp = await load(name);
    await wakeUp(element, { props: configs[`${name}.${element.dataset.config}`], touchedAt }, page);
    if (firstClick) replay(firstClick);
  };
  const onTouch = (event: Event) => {
    if (event.type === 'click') {
      touchedAt = event.timeStamp;
      // Links, fields and submit buttons already did their default action.
      if (!(event.target as Element).closest('a[href],input,select,textarea,label,summary,[type=submit]'))
        firstClick ??= event as MouseEvent;
    }
    touchedAt ??= event.timeStamp;
    void start();
  };
  // Whatever it waits for, a touch starts it at once.
  for (const type of touches) element.addEventListener(type, onTouch, { capture: true, passive: true });

  if (wake === 'visible') {
    new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && void start(), {
      rootMargin: '200px',
    }).observe(element);
  } else if (wake === 'idle') {
    (window.requestIdleCallback ?? setTimeout)(start);
  } else if (wake.startsWith('media:')) {
    const query = matchMedia(wake.slice(6));
    const check = () => query.matches && void start();
    query.addEventListener('change', check);
    check();
  }
  // It was focused before listeners were attached.
  if (element.matches(':focus-within')) void start();
}

function startAll(element: HTMLElement, names: string): Promise<unknown> {
  return Promise.all(
    names.split(' ').map((name) => name && claim(element, name) && startBehaviour(element, name)),
  );
}

function scan(root: ParentNode): void {
  each(root, 'data-behaviour', startAll);
  if (touched) each(root, 'data-late', startLate);
  each(root, 'data-island', (element, name) => {
    if (claim(element, name)) watchIsland(element, name);
  });
}

/** Handles HTML added later; its assets are declared alongside it, never in it. */
function receive({ detail: { root, brought = {} } }: ContentEvent): void {
  Object.assign(page.modules, brought.modules);
  Object.assign(configs, brought.configs);
  foreign.push(...(brought.foreign ?? []));
  void startAll(root, brought.now ?? '');
  scan(root);
}

function typeAhead(event: KeyboardEvent): void {
  const { key, target } = event;
  const field = (target as Element)
    .closest?.('[data-island]>[open]>summary')
    ?.parentElement?.querySelector('input');
  if (
    !field ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    (key.length > 1 && !(key === 'Enter' && field.value))
  )
    return;
  event.preventDefault();
  if (key === 'Enter') field.form?.requestSubmit();
  else {
    field.value += key;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/**
 * Resolves after the first paint, which earlier scripts would delay; at the latest 500 ms after load (background tabs
 * never paint, some browsers report none), or when the reader touches the page, in time for that event.
 */
const painted = () =>
  new Promise<unknown>((resolve) => {
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
    addEventListener('load', () => setTimeout(resolve, 500));
    for (const type of touches) addEventListener(type, resolve, true);
  });

function setSwitches(): void {
  each(
    document,
    'data-dark-switch',
    (box) => ((box as HTMLInputElement).checked = document.documentElement.classList.contains(darkClass)),
  );
}

/**
 * Requests the interface font before the body exists, when browsers delay the first paint a little, so that it causes
 * no layout shift. Only the first family, and only on pages that preload a font (not for scripts that ours lack).
 */
function loadFont(): void {
  const [sans] = getComputedStyle(document.documentElement).getPropertyValue('--sans').split(',');
  if (sans && document.querySelector('link[as=font]')) void document.fonts.load('1em ' + sans);
}

function run(trust: Trust): void {
  loadFont();
  leaveTrust(trust, foreign);
  // At the reader's first move, starts the late behaviours and fetches React, so that islands don't wait for it.
  const warm = (event: Event) => {
    // Browsers also report a resting mouse when content is painted or scrolled beneath it; a real move soon has a
    // sideways part.
    if ((event as PointerEvent).movementX === 0) return;
    for (const type of firstTouches) removeEventListener(type, warm, true);
    touched = true;
    each(document, 'data-late', startLate);
    if (page.modules.react && document.querySelector('[data-island]')) void load('react');
  };
  for (const type of firstTouches) addEventListener(type, warm, { capture: true, passive: true });
  addEventListener('click', hold, true);
  // When a click opens the search, focus stays on its button until the field is ready; keys typed until then go to the
  // field.
  addEventListener('keydown', typeAhead);
  // Browsers restore checkboxes, and another tab may have switched the scheme (head.ts).
  for (const type of ['pageshow', 'storage', 'visibilitychange']) addEventListener(type, setSwitches);

  addEventListener(contentEvent, (event) => receive(event as ContentEvent), true);
  // On the window, which element names in a text can't shadow.
  addEventListener('DOMContentLoaded', () => {
    setSwitches();
    // A text may contain a <body>; its attributes are overwritten.
    Object.assign(document.body.dataset, { behaviour: page.now, late: page.late });
    void painted().then(() => {
      scan(document);
      // Head content not needed for the first paint waits in a template before the config.
      own.after((config.previousElementSibling as HTMLTemplateElement).content);
      if (/(?:^|; )td-cookie-scroll-to-class=/.test(document.cookie))
        startAll(document.body, 'scroll-to-class');
      // Cached pages show "Log in" and name fields; logged-in users get the code that updates them at once. (The cookie
      // is nameCookie of lib/name-cookie.ts, matched like the one above: repetition compresses well.)
      const selector = '.account-link,[data-late=comment-form]';
      if (/(?:^|; )broadsheet_name=/.test(document.cookie)) {
        for (const part of document.querySelectorAll<HTMLElement>(selector))
          void startLate(part, part.dataset.late ?? '');
      }
    });
  });
}

// 'strict-dynamic' forbids import() in parser-inserted scripts, even with their hash in the policy. The script
// therefore re-inserts itself: same text, same hash, and trusted with imports.
if (own.trust) run(own.trust);
else {
  const again: OwnScript = document.createElement('script');
  again.trust = makeTrust();
  again.textContent = again.trust.createScript(own.textContent);
  own.replaceWith(again);
}
