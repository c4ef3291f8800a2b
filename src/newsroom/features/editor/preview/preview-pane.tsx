import { Button } from '@wordpress/components';
import { close, desktop, external, mobile } from '@wordpress/icons';
import { useSyncExternalStore, useEffect, useRef, useState } from 'react';
import { useIsDark, useIsNarrow } from '../../../app/use-media-query.ts';
import type { Draft } from '../../../editor/draft.ts';
import type { Remembered } from '../use-view.ts';
import { darkClass } from '../../../../reader/islands/page-config.ts';
import { connection } from '../../../app/connection.ts';
import { awayCode, RestError } from '../../../app/rest-error.ts';
import './preview.css';
import { say } from '../../../words.ts';

interface PreviewPaneProps {
  readonly draft: Draft;
  readonly shown: Remembered['devices'];
  readonly onShow: (devices: Remembered['devices']) => void;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

export function PreviewPane({ draft, shown, onShow, onOpen, onClose }: PreviewPaneProps) {
  useSyncExternalStore(draft.subscribe, draft.state);
  const isNarrow = useIsNarrow();
  const isDark = useIsDark();
  const devices: readonly Device[] =
    shown === 'both' ? (isNarrow ? ['phone'] : ['phone', 'desktop']) : [shown];
  const { pages, problem, isBusy } = usePreview(draft, devices.join(' '));
  const toggle = (device: Device) => {
    if (isNarrow || shown === device) onShow(isNarrow ? device : 'both');
    else onShow(shown === 'both' ? other[device] : 'both');
  };
  return (
    <section className="writing-preview" role="region" aria-label={say('Preview')} tabIndex={-1}>
      <header className="preview-head">
        <h2>{say('Preview')}</h2>
        <Button
          icon={mobile}
          label={say('On a phone')}
          isPressed={devices.includes('phone')}
          onClick={() => toggle('phone')}
        />
        <Button
          icon={desktop}
          label={say('On a desktop')}
          isPressed={devices.includes('desktop')}
          onClick={() => toggle('desktop')}
        />
        <p role="status">
          {problem ??
            (isBusy
              ? say('Updating…')
              : hasMore(draft)
                ? say('Changes outside the text appear after saving.')
                : '')}
        </p>
        <Button icon={external} label={say('Open in a new tab')} onClick={onOpen} />
        <Button icon={close} label={say('Close preview')} onClick={onClose} />
      </header>
      <div className="preview-devices" data-problem={problem !== undefined} aria-busy={isBusy}>
        {devices.map((device) => (
          <PreviewFrame key={device} device={device} page={pages[device]} isDark={isDark} />
        ))}
      </div>
    </section>
  );
}

const other = { phone: 'desktop', desktop: 'phone' } as const;

const widths: Readonly<Record<Device, number>> = { phone: 375, desktop: 1280 };
/** With a doctype, for standards mode. */
const blank = '<!doctype html><html><head><title>Preview</title></head><body></body></html>';

interface PreviewFrameProps {
  readonly device: Device;
  readonly page: SeenPage | undefined;
  readonly isDark: boolean;
  /** Called after the frame shows a page. */
  readonly onShown?: (shown: Document, page: SeenPage) => void;
}

/** A page at a device's width, scaled to fit. Its frame allows no scripts (decision 074). */
export function PreviewFrame({ device, page, isDark, onShown }: PreviewFrameProps) {
  const place = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const { current } = place;
    if (!current) return undefined;
    const watched = new ResizeObserver(() =>
      setRoom({ width: current.clientWidth, height: current.clientHeight }),
    );
    watched.observe(current);
    return () => watched.disconnect();
  }, []);
  useEffect(() => {
    const view = frame.current?.contentWindow;
    if (!isLoaded || !page || !view) return;
    const [x, y] = [view.scrollX, view.scrollY];
    becomeLike(rootOf(view.document), quietPage(page.html, { address: page.address, isDark }));
    view.scrollTo({ left: x, top: y, behavior: 'instant' });
    onShown?.(view.document, page);
  }, [isLoaded, page, isDark, onShown]);
  const scale = Math.min(1, room.width / widths[device]);
  return (
    <div className={`preview-device is-${device}`} ref={place}>
      <iframe
        ref={frame}
        title={device === 'phone' ? say('On a phone') : say('On a desktop')}
        sandbox="allow-same-origin"
        srcDoc={blank}
        tabIndex={0}
        onLoad={() => setLoaded(true)}
        style={{
          width: widths[device],
          height: scale > 0 ? room.height / scale : 0,
          transform: `scale(${scale})`,
        }}
      />
    </div>
  );
}

/** Elements that embed other documents or code. */
const foreign = 'iframe, frame, frameset, embed, object, applet, portal, fencedframe';
/** Elements without effect in a script-free frame, or that would load more than is shown. */
const idle = 'script, noscript, template, base, meta[http-equiv], link:not([rel=stylesheet])';

const boxStyle =
  'display:grid;place-items:center;min-height:9rem;background:#8f959c33;font:14px system-ui,sans-serif';

// Prototype methods, because a text may contain a form or picture that shadows properties by name.
const all = (root: ParentNode, selector: string) =>
  Element.prototype.querySelectorAll.call(root as Element, selector);
const namesOf = (element: Element) => Element.prototype.getAttributeNames.call(element);
const valueOf = (element: Element, name: string) => Element.prototype.getAttribute.call(element, name) ?? '';
const without = (element: Element, name: string) => Element.prototype.removeAttribute.call(element, name);
const classesOf = (element: Element) => Reflect.get(Element.prototype, 'classList', element) as DOMTokenList;

/** The root element, even if the text shadows `documentElement`. */
export const rootOf = (page: Document) =>
  Reflect.get(Document.prototype, 'documentElement', page) as HTMLElement;

/**
 * Prepares a public page for a script-free frame: removes elements that the frame would block with errors, shows lazy
 * pictures, and applies the newsroom's colour scheme. Not a security boundary; the frame is (decision 074).
 */
export function quietPage(
  html: string,
  { address, isDark }: { readonly address: string; readonly isDark: boolean },
): HTMLElement {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const root = rootOf(page);
  for (const element of all(root, idle)) Element.prototype.remove.call(element);
  for (const element of all(root, foreign)) {
    const box = Document.prototype.createElement.call(page, 'div');
    const host = hostOf(valueOf(element, 'src') || valueOf(element, 'data-src') || valueOf(element, 'data'));
    box.setAttribute('class', valueOf(element, 'class'));
    box.setAttribute('style', `${valueOf(element, 'style')};${boxStyle}`);
    box.textContent = host === '' ? say('Embedded page') : say('Content from %s', host);
    Element.prototype.replaceWith.call(element, box);
  }
  for (const element of all(root, '*')) silence(element);
  const head = all(root, 'head')[0];
  const base = Document.prototype.createElement.call(page, 'base');
  base.setAttribute('href', address);
  head?.prepend(base);
  root.classList.toggle(darkClass, isDark);
  // The page can only be scrolled; nothing in it can be clicked or focused.
  all(root, 'body')[0]?.setAttribute('inert', '');
  return root;
}

function silence(element: Element): void {
  for (const name of namesOf(element)) {
    const isLed = /^(?:xlink:)?href$|^(?:form)?action$/.test(name) && isCode(valueOf(element, name));
    if (name.startsWith('on') || name === 'autoplay' || name === 'srcdoc' || isLed) without(element, name);
  }
  if (!classesOf(element).contains('lazy')) return;
  for (const name of ['src', 'srcset', 'sizes']) {
    const late = valueOf(element, `data-${name}`);
    if (late !== '') Element.prototype.setAttribute.call(element, name, late);
  }
  const picture = valueOf(element, 'data-bg');
  if (picture !== '') {
    Element.prototype.setAttribute.call(
      element,
      'style',
      `${valueOf(element, 'style')};background-image:url(${JSON.stringify(picture)})`,
    );
  }
  classesOf(element).remove('lazy');
}

const isCode = (address: string) =>
  URL.canParse(address) && !/^(?:https?|mailto|tel):$/.test(new URL(address).protocol);

function hostOf(address: string): string {
  try {
    return new URL(address, location.href).host;
  } catch {
    return '';
  }
}

/** Updates the shown page in place and keeps identical nodes, so that pictures and the scroll position stay. */
export function becomeLike(shown: Element, target: Element): void {
  const names = namesOf(target);
  for (const name of namesOf(shown)) if (!names.includes(name)) without(shown, name);
  for (const name of names) {
    if (valueOf(shown, name) !== valueOf(target, name))
      Element.prototype.setAttribute.call(shown, name, valueOf(target, name));
  }
  const [before, after] = [shown, target].map((element) => [
    ...(Reflect.get(Node.prototype, 'childNodes', element) as NodeListOf<ChildNode>),
  ]);
  if (!before || !after) return;
  const same = (a: ChildNode | undefined, b: ChildNode | undefined) =>
    a !== undefined && b !== undefined && Node.prototype.isEqualNode.call(a, b);
  let first = 0;
  while (same(before[first], after[first])) first += 1;
  let last = 0;
  while (
    last < Math.min(before.length, after.length) - first &&
    same(before.at(-1 - last), after.at(-1 - last))
  )
    last += 1;
  const old = before.slice(first, before.length - last);
  const fresh = after.slice(first, after.length - last);
  const end = before[before.length - last] ?? null;
  const insert = (node: ChildNode) => Node.prototype.insertBefore.call(shown, node, end);
  for (const [index, node] of fresh.entries()) {
    const [from, to] = [old[index], node];
    if (from && isElement(from) && isElement(to) && kindOf(from) === kindOf(to) && kindOf(from) !== 'style')
      becomeLike(from, to);
    else if (from) Node.prototype.replaceChild.call(shown, to, from);
    else insert(to);
  }
  for (const node of old.slice(fresh.length)) Node.prototype.removeChild.call(shown, node);
}

const isElement = (node: ChildNode): node is HTMLElement =>
  Reflect.get(Node.prototype, 'nodeType', node) === Node.ELEMENT_NODE;
const kindOf = (element: Element) => Reflect.get(Element.prototype, 'localName', element) as string;

export type Device = 'phone' | 'desktop';

export interface SeenPage {
  readonly html: string;
  readonly address: string;
}

interface Seen {
  readonly pages: Readonly<Partial<Record<Device, SeenPage>>>;
  /** The reason why the preview is not current. */
  readonly problem: string | undefined;
  readonly isBusy: boolean;
}

/** Debounce before the preview re-renders, and its upper bound, in milliseconds. Longer than the draft-saving debounce. */
const pauseMs = 900;
const maxMs = 3000;

/** Fields of an autosave; for other fields the page shows the stored value. */
const shown = ['title', 'excerpt'];

/** Inputs of the preview; it is only requested when one changes. */
function inputsOf(draft: Draft): readonly unknown[] {
  const { history, code, post } = draft.state();
  return [history.blocks, code, post?.id, post?.revision, ...shown.map(draft.value)];
}

/** Whether there are changes that the preview shows only after saving. */
export const hasMore = (draft: Draft): boolean =>
  Object.keys(draft.state().edits).some((name) => !shown.includes(name));

const isEmpty = (draft: Draft) =>
  !draft.state().post && draft.text('title') === '' && draft.content().trim() === '';

/** The public page of the current draft on these devices (space-separated). */
export function usePreview(draft: Draft, devices: string): Seen {
  const [seen, setSeen] = useState<Seen>({ pages: {}, problem: undefined, isBusy: true });
  useEffect(() => {
    const unmounted = new AbortController();
    let timer: number | undefined;
    let isRunning = false;
    let changedSince = 0;
    let last: readonly unknown[] = [];
    const update = (change: Partial<Seen>) =>
      !unmounted.signal.aborted && setSeen((before) => ({ ...before, ...change }));
    const isNew = () => {
      const now = inputsOf(draft);
      return now.length !== last.length || now.some((part, index) => part !== last[index]);
    };
    const wait = (ms: number) => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => void make(), ms);
    };
    const onChange = () => {
      if (isRunning || !isNew()) return;
      changedSince ||= Date.now();
      wait(Math.max(0, Math.min(pauseMs, changedSince + maxMs - Date.now())));
    };
    const make = async () => {
      isRunning = true;
      changedSince = 0;
      last = inputsOf(draft);
      update({ isBusy: true });
      try {
        update({ ...(await look(draft, devices.split(' ') as Device[], unmounted.signal)), isBusy: false });
      } catch (error) {
        if (unmounted.signal.aborted) return;
        const refusal = error instanceof RestError ? error : undefined;
        const isAway = refusal ? refusal.code === awayCode : error instanceof TypeError;
        if (!isAway && !refusal) throw error;
        update({
          problem: isAway
            ? say('The server is not responding. The preview updates when it is back.')
            : refusal?.message,
          isBusy: false,
        });
        if (isAway) await connection.away();
        if (isAway) last = [];
      } finally {
        isRunning = false;
        if (!unmounted.signal.aborted) onChange();
      }
    };
    const end = draft.subscribe(onChange);
    wait(0);
    return () => {
      unmounted.abort();
      window.clearTimeout(timer);
      end();
    };
  }, [draft, devices]);
  return seen;
}

/** Saves the draft and requests its page. Throws `RestError`, and `TypeError` if the server is unreachable. */
async function look(draft: Draft, devices: readonly Device[], signal: AbortSignal): Promise<Partial<Seen>> {
  if (isEmpty(draft)) return { pages: {}, problem: say('Nothing to preview yet.') };
  await draft.saveLocally();
  const link = await draft.previewLink();
  if (link === undefined) return { problem: draft.state().problem ?? say('Save first to see a preview.') };
  const pages = await Promise.all(
    devices.map(async (device) => {
      const address = new URL(link);
      address.searchParams.set('device', device);
      // Relative to the newsroom's own host, whatever the link's host is.
      const reply = await window.fetch(address.pathname + address.search, { cache: 'no-store', signal });
      if (!reply.ok) throw new RestError(reply.status, 'no_preview', refused(reply.status));
      return [device, { html: await reply.text(), address: reply.url }] as const;
    }),
  );
  return { pages: Object.fromEntries(pages), problem: undefined };
}

const refused = (status: number) =>
  status === 404
    ? say('No preview: this type has no pages, or you are not allowed to view it.')
    : status >= 500
      ? say('The server could not render the page (status %d). Your text is kept.', status)
      : say('The server did not return the page (status %d).', status);
