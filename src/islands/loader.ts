// Runs inline at the end of <body>: finds the markers of behaviours and islands, and imports a chunk only when it is wanted.
// Compiled to one string of at most 2 KB (gzip) by scripts/build.mjs; its hash is in the content security policy.
import { contentEvent, darkClass } from './page-config.ts';
import type { ContentEvent, PageConfig, Start } from './page-config.ts';
import { showWaiting } from './show-waiting.ts';

// Texts on the page may hold anything, this id too: the page's own config is the element in front of this script.
const own = document.currentScript as HTMLScriptElement | null;
const page = parse<PageConfig>(own?.previousElementSibling?.textContent, { ajaxUrl: '', modules: {} });
const started = new WeakMap<Element, Set<string>>();
const coming = new WeakMap<Element, Promise<unknown>>();
// Not pointerover: a page that scrolls under a resting mouse is not a touch.
const touches = ['pointerdown', 'touchstart', 'focusin', 'keydown', 'input', 'click'];
const firstTouches = ['pointermove', 'pointerdown', 'touchstart', 'keydown'];
let touched = false;

function parse<Value>(text: string | null | undefined, fallback: Value): Value {
  try {
    return JSON.parse(text ?? '') as Value;
  } catch {
    return fallback; // not written by us
  }
}

/** What `start`s it: a file of its own, or one of several in a file. */
async function load(name: string): Promise<Start> {
  const url = page.modules[name];
  // Only what our build made: texts may name modules too, and this script may import from anywhere.
  if (!url || !/^\/assets\/[\w-]+\.js$/.test(url)) throw new Error(`The page names no module "${name}".`);
  const module = (await import(/* @vite-ignore */ url)) as Record<string, Start>;
  return module[name] ?? (module.start as Start);
}

/** True the first time only. */
function claim(element: Element, name: string): boolean {
  const names = started.get(element) ?? new Set();
  started.set(element, names);
  return !names.has(name) && !!names.add(name);
}

function each(root: ParentNode, attribute: string, visit: (element: HTMLElement, value: string) => void): void {
  const selector = `[${attribute}]`;
  const found = [...root.querySelectorAll<HTMLElement>(selector)];
  if (root instanceof HTMLElement && root.matches(selector)) found.unshift(root);
  for (const element of found) visit(element, element.getAttribute(attribute) ?? '');
}

async function startBehaviour(element: HTMLElement, name: string): Promise<void> {
  const start = await load(name).catch((error: unknown) => {
    element.dataset.failed = name; // CSS shows what waits for it
    throw error;
  });
  const config = element.dataset.config;
  await start(element, config && parse(config, undefined), page);
}

/** Starts what waits for the first sign of a reader; once it runs, `data-late` is gone. */
function startLate(element: HTMLElement, names: string): Promise<unknown> {
  const starting = coming.get(element) ?? startAll(element, names).finally(() => element.removeAttribute('data-late'));
  coming.set(element, starting);
  return starting;
}

/** What opens or plays on the page, links among them. */
const opened = '[data-lightbox],a[data-lightbox-content],a[data-video],[data-mfp-src]';

/** A click on a part of the page whose code has not come waits for it. Links work without, but those that open something here would leave the page, and links may ask for it by `data-held` on them or around them. */
function hold(event: MouseEvent): void {
  const target = event.target as Element;
  const opens = target.closest(opened);
  const late = opens ? document.body : target.closest<HTMLElement>('[data-late]:not(body)');
  if (!late?.dataset.late || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || (!opens && target.closest('a:not([data-held],[data-held] *)'))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const endWaiting = showWaiting(opens ?? target);
  // What failed to start is told on the console.
  void startLate(late, late.dataset.late).finally(() => endWaiting() && replay(event));
}

/** Sends a click that came before there was anybody to hear it, with the time it had. */
function replay({ target, timeStamp, detail }: MouseEvent): void {
  if (!(target instanceof Element) || !target.isConnected) return;
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, view: window, detail });
  Object.defineProperty(click, 'timeStamp', { value: timeStamp });
  target.dispatchEvent(click);
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
    await wakeUp(element, touchedAt, page);
    for (const type of touches) element.removeEventListener(type, onTouch, true);
    if (firstClick) replay(firstClick);
  };
  const onTouch = (event: Event) => {
    if (event.type === 'click') touchedAt = event.timeStamp;
    touchedAt ??= event.timeStamp;
    // Links, fields and submit buttons did their own work already.
    const replayable = event.type === 'click' && !(event.target as Element).closest('a[href],input,select,textarea,label,summary,[type=submit]');
    if (replayable) firstClick ??= event as MouseEvent;
    void start();
  };
  // Whatever it waits for, being touched comes first.
  for (const type of touches) element.addEventListener(type, onTouch, { capture: true, passive: true });

  if (wake === 'visible') {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      void start();
    }, { rootMargin: '200px' });
    observer.observe(element);
  } else if (wake === 'idle') {
    (window.requestIdleCallback ?? setTimeout)(start);
  } else if (wake.startsWith('media:')) {
    const query = matchMedia(wake.slice(6));
    const check = () => query.matches && void start();
    query.addEventListener('change', check);
    check();
  }
}

function startAll(element: HTMLElement, names: string): Promise<unknown> {
  return Promise.all(names.split(' ').map((name) => name && claim(element, name) && startBehaviour(element, name)));
}

function scan(root: ParentNode): void {
  each(root, 'data-modules', (element) => Object.assign(page.modules, parse(element.textContent, {})));
  each(root, 'data-behaviour', startAll);
  if (touched) each(root, 'data-late', startLate);
  each(root, 'data-island', (element, name) => {
    if (claim(element, name)) watchIsland(element, name);
  });
}

function typeAhead(event: KeyboardEvent): void {
  const { key, target } = event;
  const details = target instanceof Element && target.matches('summary') && target.parentElement;
  const field = details && details.matches('[open]') && details.querySelector('input');
  if (!field || event.ctrlKey || event.metaKey || event.altKey || (key.length > 1 && !(key === 'Enter' && field.value))) return;
  event.preventDefault();
  if (key === 'Enter') field.form?.requestSubmit();
  else {
    field.value += key;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** Runs `begin` behind the first paint, which scripts that come before it would delay; when the page is there in any case, and at once in a tab in the background, where nothing is painted. */
function afterPaint(begin: () => void): void {
  if (document.hidden) return begin();
  let waits = true;
  const first = () => {
    if (waits) begin();
    waits = false;
  };
  new PerformanceObserver(first).observe({ type: 'paint', buffered: true });
  addEventListener('load', first);
}

function setSwitches(): void {
  for (const box of document.querySelectorAll<HTMLInputElement>('[data-dark-switch]')) box.checked = document.documentElement.classList.contains(darkClass);
}

function run(): void {
  setSwitches();
  addEventListener('pageshow', setSwitches); // browsers remember boxes, and may contradict the page
  document.addEventListener(contentEvent, (event) => scan((event as ContentEvent).detail.root));
  afterPaint(() => {
    scan(document);
    if (/(?:^|; )td-cookie-scroll-to-class=/.test(document.cookie)) startAll(document.body, 'scroll-to-class');
  });

  // Opened by a click, the search has the focus on its button until its field may take it: what is typed meanwhile goes there.
  document.addEventListener('keydown', typeAhead);

  // What only serves a reader who moves waits for one. React takes a moment to come: fetched now, it waits for the island and not the reader.
  const warm = () => {
    for (const type of firstTouches) removeEventListener(type, warm, true);
    touched = true;
    each(document, 'data-late', startLate);
    if (page.modules.react && document.querySelector('[data-island]')) void load('react');
  };
  for (const type of firstTouches) addEventListener(type, warm, { capture: true, passive: true });
  addEventListener('click', hold, true);
}

// 'strict-dynamic' lets no script import() that the parser put here, even with its hash in the policy. So it puts itself in once
// more by hand: same text, same hash, and trusted with imports.
if (own && own.dataset.again === undefined) {
  const again = document.createElement('script');
  again.dataset.again = '';
  again.textContent = own.textContent;
  own.replaceWith(again);
} else {
  run();
}
