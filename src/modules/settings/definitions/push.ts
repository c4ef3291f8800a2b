import { z } from 'zod';
import {
  choice,
  fileAddressOrEmpty,
  flag,
  hexColor,
  line,
  token,
  webAddressOrEmpty,
  whole,
} from '../kinds.ts';
import { setting, settingGroup } from '../setting.ts';

/** The prompt that asks readers to subscribe to push messages. */
export const pushPrompt = settingGroup('push', 'Push prompt', {
  push_desktop: setting(flag, {
    default: false,
    title: 'On desktop',
    help: 'Shows the prompt on desktop screens.',
  }),
  push_mobile: setting(flag, { default: false, title: 'On mobile', help: 'Shows the prompt on phones.' }),
  push_mobile_location: setting(choice(['bottom']), {
    default: 'bottom',
    title: 'Place on mobile',
    help: 'Where phones show the prompt.',
  }),
  push_delay: setting(whole(0, 3600), {
    default: 0,
    title: 'Delay',
    help: 'Seconds after loading before the prompt shows.',
  }),
  push_reappear: setting(whole(0, 31_536_000), {
    default: 0,
    title: 'Show again after',
    help: 'Seconds before a refused prompt shows again; 0: on the next visit.',
  }),
  push_second_view: setting(flag, {
    default: false,
    title: 'From the second page on',
    help: 'Who has just come is not asked: the prompt waits for the second page of a visit. On in new sites.',
  }),
  push_logo: setting(fileAddressOrEmpty, {
    default: '',
    title: 'Logo',
    help: 'Address of the picture in the prompt; empty: the site icon.',
  }),
  push_heading: setting(line(), {
    default: 'Get the news first',
    title: 'Heading',
    help: 'First line of the prompt.',
  }),
  push_subheading: setting(line(500), {
    default: 'We tell you when something important happens.',
    title: 'Subheading',
    help: 'Second line of the prompt.',
  }),
  push_theme_color: setting(z.union([z.literal(''), hexColor]), {
    default: '',
    title: 'Colour',
    help: 'Colour of the prompt; empty: the theme colour.',
  }),
  push_allow_text: setting(line(50).min(1), {
    default: 'Allow',
    title: 'Allow button',
    help: 'Label of the button that subscribes.',
  }),
  push_deny_text: setting(line(50).min(1), {
    default: 'Not now',
    title: 'Deny button',
    help: 'Label of the button that refuses.',
  }),
  push_bottom_button: setting(flag, {
    default: false,
    title: 'Bell button',
    help: 'Shows a bell at the bottom that opens the prompt again.',
  }),
  push_button_to_unsubscribe: setting(flag, {
    default: false,
    title: 'Button to unsubscribe',
    help: 'Subscribers see a control that ends the subscription.',
  }),
  push_lock_page_content: setting(flag, {
    default: false,
    title: 'Lock the page',
    help: 'The page does not scroll while the prompt is shown.',
  }),
  push_backdrop: setting(flag, {
    default: true,
    title: 'Backdrop',
    help: 'The page is covered while the prompt is shown.',
  }),
  push_popup_type: setting(choice(['default-prompt']), {
    default: 'default-prompt',
    title: 'Kind of prompt',
    help: 'Which of the service’s prompts is shown.',
  }),
});

const registration = webAddressOrEmpty.refine(
  (url) => url === '' || (URL.canParse(url) && new URL(url).pathname.endsWith('/api/token')),
  'expected an address that ends in /api/token',
);
const workerFile = z
  .string()
  .max(100)
  .regex(/^(?:\/[\w-][\w.-]*\.js)?$/, 'expected a file name in the root such as /example-push.js');

/** The push service; its domain and site address are always those of this site. */
export const pushService = settingGroup('push_service', 'Push service', {
  push_provider: setting(z.string().regex(/^[\w-]{1,50}$/, 'expected letters, digits, _ and - only'), {
    default: 'broadsheet',
    title: 'Provider',
    help: 'Name of the push service; the service worker is named after it.',
  }),
  push_project_id: setting(token, { default: '', title: 'Project id', help: 'From the push service.' }),
  push_sender_id: setting(token, { default: '', title: 'Sender id', help: 'From the push service.' }),
  push_app_id: setting(token, { default: '', title: 'App id', help: 'From the push service.' }),
  push_api_url: setting(registration, {
    default: '',
    title: 'Registration address',
    help: 'Where the push service registers browsers, ending in /api/token; empty: this site registers them, and sends by itself.',
  }),
  push_service_worker: setting(workerFile, {
    default: '',
    title: 'Service worker',
    help: 'File in the root that browsers know already, such as /example-sw.js; empty: named after the provider.',
  }),
  push_vapid_public_key: setting(token, {
    default: '',
    title: 'VAPID public key',
    help: 'From the push service; empty, or without a registration address: the key of this site.',
  }),
  push_referral_code: setting(token, {
    default: '',
    title: 'Referral code',
    help: 'From the push service; may stay empty.',
  }),
});
