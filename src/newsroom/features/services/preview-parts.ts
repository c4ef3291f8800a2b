import { choicesElement } from '../../../reader/behaviours/notices/choices-element.ts';
import choicesCss from '../../../reader/behaviours/notices/choices.css?inline';
import { noticeElement } from '../../../reader/behaviours/notices/notice-element.ts';
import noticeCss from '../../../reader/behaviours/notices/notice.css?inline';
import { promptElement } from '../../../reader/behaviours/push/prompt-element.ts';
import panelCss from '../../../reader/behaviours/push/panel.css?inline';
import type { ValueOf } from './ad-slots.ts';
import { usedCategories } from './consent-use.ts';
import { rootOf } from '../editor/preview/preview-pane.tsx';

const phoneWidth = 768;
const mark = 'data-previewed-part';

const noAct = () => undefined;

/** Adds an element to the previewed page, in place of an earlier one of that name. The frame runs no scripts. */
function put(shown: Document, name: string, css: string, ...elements: readonly HTMLElement[]): void {
  const body = rootOf(shown).querySelector(':scope>body');
  remove(shown, name);
  const style = document.createElement('style');
  style.textContent = css;
  for (const element of [style, ...elements]) {
    element.setAttribute(mark, name);
    body?.append(element);
  }
}

const remove = (shown: Document, name: string) => {
  for (const old of rootOf(shown).querySelectorAll(`[${mark}="${name}"]`)) old.remove();
};

const veil = 'position:fixed;inset:0;z-index:899;background:color-mix(in srgb,#000 45%,transparent)';
const textOf = (valueOf: ValueOf, key: string) => String(valueOf(key) ?? '');

/** The push prompt, as readers see it. */
export function putPushPrompt(shown: Document, valueOf: ValueOf): void {
  const isPhone = (shown.defaultView?.innerWidth ?? 0) < phoneWidth;
  const isWanted = valueOf(isPhone ? 'push_mobile' : 'push_desktop') === true;
  if (!isWanted) return remove(shown, 'push');
  const prompt = promptElement(
    {
      desktop: true,
      mobile: true,
      mobileLocation: 'bottom',
      delay: 0,
      reappear: 0,
      secondView: false,
      logo: textOf(valueOf, 'push_logo') || '/icon-192.png',
      heading: textOf(valueOf, 'push_heading'),
      subheading: textOf(valueOf, 'push_subheading'),
      allowText: textOf(valueOf, 'push_allow_text'),
      denyText: textOf(valueOf, 'push_deny_text'),
      themeColor: colorIn(textOf(valueOf, 'push_theme_color')),
      bottomButton: false,
      buttonToUnsubscribe: false,
      lockPageContent: false,
      backdrop: false,
      popup_type: 'default-prompt',
    },
    isPhone,
  );
  prompt.setAttribute('open', '');
  prompt.setAttribute('inert', '');
  const cover = document.createElement('div');
  cover.style.cssText = veil;
  put(shown, 'push', panelCss, ...(valueOf('push_backdrop') === true ? [cover, prompt] : [prompt]));
}

const colorIn = (text: string) => (/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text) ? text : '');

/** The banner that asks for consent. */
export function putConsentBanner(shown: Document, valueOf: ValueOf): void {
  if (valueOf('consent') !== true) return remove(shown, 'notice');
  const text = (name: string) => textOf(valueOf, `translation_${name}`);
  const link = document.createElement('a');
  link.textContent = text('consent_policy');
  link.setAttribute('href', '#');
  const hasPolicy = textOf(valueOf, 'consent_policy_url') !== '';
  const words = [text('consent_text'), ...(hasPolicy ? [' ', link] : [])];
  if (valueOf('consent_categories') !== true)
    return putNotice(shown, text('consent_change'), words, [text('consent_accept'), text('consent_refuse')]);
  const option = (name: string) => ({ label: text(`consent_${name}`), text: text(`consent_${name}_text`) });
  const choices = choicesElement(
    {
      categories: usedCategories(valueOf).map((name) => ({ name, ...option(name) })),
      necessary: option('necessary'),
    },
    text('consent_change'),
    () => false,
  );
  putNotice(
    shown,
    text('consent_change'),
    words,
    [text('consent_accept_all'), text('consent_refuse_all'), text('consent_save')],
    choices,
  );
}

/** The notice for readers with an ad blocker. */
export function putBlockedNotice(shown: Document, valueOf: ValueOf): void {
  if (valueOf('ad_block_notice') !== true) return remove(shown, 'notice');
  const text = (name: string) => textOf(valueOf, `translation_${name}`);
  const title = document.createElement('strong');
  title.textContent = text('ad_block_title');
  putNotice(shown, text('ad_block_title'), [title, text('ad_block_text')], [text('notice_close')]);
}

function putNotice(
  shown: Document,
  label: string,
  words: readonly (Node | string)[],
  answers: readonly string[],
  choices?: HTMLElement,
): void {
  const notice = noticeElement(
    label,
    words,
    answers.map((text) => ({ text, act: noAct })),
    noAct,
  );
  notice.setAttribute('inert', '');
  if (choices) notice.querySelector('.notice-answers')?.before(choices);
  put(shown, 'notice', choices ? noticeCss + choicesCss : noticeCss, notice);
}

/** Pages hide slots whose code can't run; the preview shows their place and size. */
const placesCss = `.ad:not(:has(.ad-place>:not(template))){display:grid!important;visibility:visible!important}
.ad-not-desktop:not(:has(.ad-place>:not(template))){display:none!important}
@media (max-width:767px){.ad-not-desktop:not(:has(.ad-place>:not(template))){display:grid!important}.ad-not-phone:not(:has(.ad-place>:not(template))){display:none!important}}
.ad-place{outline:2px dashed #0b5cff;outline-offset:-2px}
.ad-place:not(:has(>:not(template))){background:repeating-linear-gradient(135deg,#8f959c33 0 8px,transparent 8px 16px)}`;

export function putAdPlaces(shown: Document): void {
  put(shown, 'ads', placesCss);
}
