// Runs inline at the end of <head>, before any text can say something: keeps what the page may load and run, and once the page is there finds the markers of
// behaviours and islands and imports a chunk only when it is wanted. Compiled to one string of at most 2 KB (gzip) by scripts/build.mjs; its hash is in the
// content security policy.
import { contentEvent, darkClass } from './page-config.ts';
import type { ContentEvent, PageConfig, Start } from './page-config.ts';
import { showWaiting } from './show-waiting.ts';
import { leaveTrust, makeTrust } from './trust.ts';
import type { Trust } from './trust.ts';

interface OwnScript extends HTMLScriptElement {
  /** Of the one that runs again. */
  trust?: Trust;
}

// Its hash is allowed wherever it stands: a copy of it in a text, or in a frame that a text brings, has a body before it or no address, and does nothing.
if (document.body || location.protocol === 'about:') throw new Error();
const own = document.currentScript as OwnScript;
// The element in front of this script. What comes later is added to it.
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

/** What `start`s it: a file of its own, or one of several in a file. */
async function load(name: string): Promise<Start> {
  const url = page.modules[name] as string;
  // Only what our build made; no address is none of it.
  if (!/^\/assets\/[\w-]+\.js$/.test(url)) throw new Error(`No ${name}`);
  const module = (await import(/* @vite-ignore */ url)) as Record<string, Start>;
  return module[name] ?? (module.start as Start);
}

/** True the first time only. */
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
    element.dataset.failed = name; // CSS shows what waits for it
    throw error;
  });
  await start(element, configs[`${name}.${element.dataset.config}`], page);
}

/** Starts what waits for the first sign of a reader; once it runs, `data-late` is gone. */
function startLate(element: HTMLElement, names: string): Promise<unknown> {
  const starting =
    coming.get(element) ?? startAll(element, names).finally(() => element.removeAttribute('data-late'));
  coming.set(element, starting);
  return starting;
}

/** What opens or plays on the page, links among them. */
const opened = '[data-lightbox],a[data-lightbox-content],a[data-video],[data-mfp-src]';

/**
 * A click on a part of the page whose code has not come waits for it. Links work without, but those that open something here would leave the page, and links
 * may ask for it by `data-held` on them or around them.
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
  // What failed to start is told on the console.
  void startLate(late, late.dataset.late).finally(() => endWaiting() && replay(event));
}

/** Sends a click that came before there was anybody to hear it, with the time it had. */
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
      // Links, fields and submit buttons did their own work already.
      if (!(event.target as Element).closest('a[href],input,select,textarea,label,summary,[type=submit]'))
        firstClick ??= event as MouseEvent;
    }
    touchedAt ??= event.timeStamp;
    void start();
  };
  // Whatever it waits for, being touched comes first.
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
  // Opened or typed into before anybody could hear it.
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

/** HTML came later; what it needs is told beside it, never in it. */
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
 * Resolves behind the first paint, which scripts that come before it would delay; half a second after the page has loaded in any case: on a quick line all
 * files are there before anything is painted, nothing is in a tab in the background, and some browsers tell nobody. A reader who touches the page has seen
 * it, though the browser tells of the paint only later: what was touched hears that very event.
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
 * Asks for the interface's font before there is a body, which is when browsers wait a moment with the first picture of a page: what has come by then moves
 * nothing; headlines' is preloaded. Not on pages in letters that ours lack, which preload none; the first family alone, since a site's own stand in front. A
 * page without our style sheet names none.
 */
function askForFont(): void {
  const [sans] = getComputedStyle(document.documentElement).getPropertyValue('--sans').split(',');
  if (sans && document.querySelector('link[as=font]')) void document.fonts.load('1em ' + sans);
}

function run(trust: Trust): void {
  askForFont();
  leaveTrust(trust, foreign);
  // What only serves a reader who moves waits for one. React takes a moment to come: fetched now, it waits for the island and not the reader.
  const warm = (event: Event) => {
    // Browsers also tell of a mouse that rests over what was drawn or scrolled below it; one that moves soon does so sideways.
    if ((event as PointerEvent).movementX === 0) return;
    for (const type of firstTouches) removeEventListener(type, warm, true);
    touched = true;
    each(document, 'data-late', startLate);
    if (page.modules.react && document.querySelector('[data-island]')) void load('react');
  };
  for (const type of firstTouches) addEventListener(type, warm, { capture: true, passive: true });
  addEventListener('click', hold, true);
  // Opened by a click, the search has the focus on its button until its field may take it: what is typed meanwhile goes there.
  addEventListener('keydown', typeAhead);
  // Browsers remember boxes, and may contradict the page; another tab may have switched it (head.ts).
  for (const type of ['pageshow', 'storage', 'visibilitychange']) addEventListener(type, setSwitches);

  addEventListener(contentEvent, (event) => receive(event as ContentEvent), true);
  // On the window, which no name in a text hides.
  addEventListener('DOMContentLoaded', () => {
    setSwitches();
    // A text may hold a <body> too: what it says of this one gives way.
    Object.assign(document.body.dataset, { behaviour: page.now, late: page.late });
    void painted().then(() => {
      scan(document);
      // What no first picture needs stands in a template in front of the config.
      own.after((config.previousElementSibling as HTMLTemplateElement).content);
      if (/(?:^|; )td-cookie-scroll-to-class=/.test(document.cookie))
        startAll(document.body, 'scroll-to-class');
      // Pages are kept for everybody, say "Log in" and ask who comments for a name: who is signed in reads theirs without a sign of theirs.
      // (The cookie is nameCookie of lib/name-cookie.ts, asked for as the one above: what is alike costs next to nothing.)
      const told = '.account-link,[data-late=comment-form]';
      if (/(?:^|; )broadsheet_name=/.test(document.cookie)) {
        for (const part of document.querySelectorAll<HTMLElement>(told))
          void startLate(part, part.dataset.late ?? '');
      }
    });
  });
}

// 'strict-dynamic' lets no script import() that the parser put here, even with its hash in the policy. So it puts itself in once
// more by hand: same text, same hash, and trusted with imports.
if (own.trust) run(own.trust);
else {
  const again: OwnScript = document.createElement('script');
  again.trust = makeTrust();
  again.textContent = again.trust.createScript(own.textContent);
  own.replaceWith(again);
}
