import { z } from 'zod';
import { lookSchema } from '../../../lib/look/look-choice.ts';
import { choice, flag, hexColor, longText } from '../kinds.ts';
import { setting, settingGroup } from '../setting.ts';

/** Colours and effects of the whole site. */
export const appearance = settingGroup('appearance', 'Appearance', {
  theme_color: setting(hexColor, {
    default: '#0b5cff',
    title: 'Theme colour',
    help: 'Accents, buttons and the browser’s own frame take this colour.',
  }),
  look: setting(lookSchema, {
    default: {},
    title: 'Look',
    help: 'The look that the site is based on, and what is otherwise in it, as docs/guides/look.md says; broadsheet -- theme sets it part by part.',
  }),
  additional_css: setting(longText(100_000), {
    default: '',
    title: 'Additional CSS',
    isCode: true,
    help: 'Styles of your own, behind those of the look. What fetches from elsewhere, or lies over the whole window, is left out.',
  }),
  additional_css_spares_buttons: setting(flag, {
    default: false,
    title: 'Additional CSS spares buttons',
    help: 'Additional CSS does not apply to buttons and form fields of the look. An import of Additional CSS turns this on.',
  }),
  template_library_url: setting(
    z.union([
      z.literal(''),
      z.url({ protocol: /^https$/, error: 'expected an address that begins with https://' }).max(500),
    ]),
    {
      default: '',
      title: 'Another template library',
      help: 'Address of an index of templates, which the cloud library offers beside its own; empty: none. Only who looks through the library asks there.',
    },
  ),
  dark_mode_toggle: setting(flag, {
    default: true,
    title: 'Dark mode switch',
    help: 'Shows the switch between light and dark.',
  }),
  default_color_scheme: setting(choice(['light', 'dark', 'auto']), {
    default: 'light',
    title: 'Colours at first',
    help: 'What readers see before they choose; auto: as their system is set.',
  }),
  drop_cap: setting(flag, {
    default: true,
    title: 'Drop cap',
    help: 'The first paragraph of an article begins with a large letter, when it is long enough.',
  }),
  image_effect: setting(choice(['', 'type0', 'type1', 'type2', 'type3']), {
    default: 'type3',
    title: 'Image animation effect',
    help: 'How pictures come in while scrolling; empty: they do not move.',
  }),
});
