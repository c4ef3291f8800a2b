import { flag, whole } from '../kinds.ts';
import { setting, settingGroup } from '../setting.ts';

/** How videos and pictures in articles behave. */
export const video = settingGroup('video', 'Video and lightbox', {
  sticky_video: setting(flag, {
    default: false,
    title: 'Sticky video',
    help: 'A playing video that scrolls out of view moves to a corner; never on phones.',
  }),
  sticky_video_width: setting(whole(200, 1200), {
    default: 450,
    title: 'Sticky video width',
    help: 'Pixels; the height follows from the shape of the picture.',
  }),
  sticky_video_pause_on_close: setting(flag, {
    default: false,
    title: 'Pause on close',
    help: 'Closing the floating video also pauses it.',
  }),
  video_one_at_a_time: setting(flag, {
    default: false,
    title: 'One video at a time',
    help: 'Starting a video pauses the others.',
  }),
  video_pause_off_screen: setting(flag, {
    default: false,
    title: 'Pause off screen',
    help: 'A video that scrolls out of view is paused.',
  }),
  lightbox_disable_on_mobile: setting(flag, {
    default: true,
    title: 'Disable modal on mobile',
    help: 'On the smallest screens pictures do not open in the lightbox, but for those of which an editor says that they do.',
  }),
});
