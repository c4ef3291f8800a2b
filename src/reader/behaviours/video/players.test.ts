import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadScript } from '../scripts/load-script.ts';
import { joinFrame, joinFile } from './players.ts';
import { playerAddress } from './platform-frame.ts';
import type { Join, PlayState } from './video.ts';

const address = (platform: 'youtube' | 'vimeo' | 'dailymotion') => ({ platform, id: 'x7tgad0' });
const noFrame = () => new EventTarget() as HTMLIFrameElement;
/** Scripts added to the page, by URL; `arrive` simulates loading. */
let arrive: Record<string, () => void> = {};
let warnings: unknown[][] = [];

beforeEach(() => {
  arrive = {};
  warnings = [];
  vi.stubGlobal('window', {});
  vi.stubGlobal('location', { origin: 'https://news.test', href: 'https://news.test/' });
  vi.stubGlobal('broadsheetTrust', [{ createScriptURL: (url: string) => url }, ['https:']]);
  vi.stubGlobal('document', {
    createElement: () => Object.assign(new EventTarget(), { remove: () => undefined }),
    head: {
      append: (script: EventTarget & { src: string }) =>
        queueMicrotask(() => {
          arrive[script.src]?.();
          script.dispatchEvent(new Event(arrive[script.src] ? 'load' : 'error'));
        }),
    },
  });
  vi.spyOn(console, 'warn').mockImplementation((...words) => void warnings.push(words));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.mocked(console.warn).mockRestore();
});

async function joined(join: Join): Promise<{ readonly states: PlayState[]; pause(): void }> {
  const states: PlayState[] = [];
  const player = await join((state) => states.push(state));
  return { states, pause: () => player.pause() };
}

test('a player starts automatically at the video’s start time, and discloses no more than necessary', () => {
  expect(playerAddress({ platform: 'youtube', id: 'ex8fMxXJDJw', list: 'PL1234567890', start: 65 })).toBe(
    'https://www.youtube-nocookie.com/embed/ex8fMxXJDJw?autoplay=1&playsinline=1&rel=0&vq=hd720&enablejsapi=1&origin=https%3A%2F%2Fnews.test&list=PL1234567890&start=65',
  );
  expect(playerAddress({ platform: 'vimeo', id: '22439234', key: 'a1b2c3', start: 30 })).toBe(
    'https://player.vimeo.com/video/22439234?autoplay=1&playsinline=1&dnt=1&quality=720p&h=a1b2c3#t=30s',
  );
  expect(playerAddress({ platform: 'dailymotion', id: 'x7tgad0', start: 5 })).toBe(
    'https://geo.dailymotion.com/player.html?video=x7tgad0&autoplay=true&startTime=5',
  );
});

test('a file reports its events, and the pause at its end is not reported', async () => {
  const video = Object.assign(new EventTarget(), { paused: true, ended: false, pause: vi.fn() });
  const player = await joined(joinFile(video as unknown as HTMLVideoElement));
  const say = (type: string) => video.dispatchEvent(new Event(type));
  say('play');
  say('pause');
  say('play');
  video.ended = true;
  say('pause');
  expect(player.states).toEqual(['PLAYING', 'PAUSED', 'PLAYING', 'ENDED']);
  player.pause();
  expect(video.pause).toHaveBeenCalledOnce();
});

test('a file that is already playing reports that', async () => {
  const video = Object.assign(new EventTarget(), { paused: false, ended: false });
  expect((await joined(joinFile(video as unknown as HTMLVideoElement))).states).toEqual(['PLAYING']);
});

test('YouTube: calls the API once the frame is there, and ignores unknown state codes', async () => {
  interface Options {
    readonly host: string;
    readonly width: number;
    readonly height: number;
    readonly events: {
      onReady(event: unknown): void;
      onStateChange(event: { data: number }): void;
    };
  }
  let made: { readonly frame: unknown; readonly options: Options } | undefined;
  const target = { pauseVideo: vi.fn(), setPlaybackQuality: vi.fn(), getPlayerState: () => 3 };
  const others = vi.fn();
  Object.assign(window, { onYouTubeIframeAPIReady: others });
  arrive['https://www.youtube.com/iframe_api'] = () =>
    queueMicrotask(() => {
      const player = vi.fn(function record(frame: unknown, options: Options) {
        made = { frame, options };
      });
      window.YT = { Player: player as unknown as NonNullable<NonNullable<Window['YT']>['Player']> };
      window.onYouTubeIframeAPIReady?.();
    });
  const frame = noFrame();
  const joining = joined(joinFrame(address('youtube'), frame, () => undefined));
  await new Promise((resolve) => setImmediate(resolve));
  expect([others.mock.calls.length, made]).toEqual([1, undefined]);
  frame.dispatchEvent(new Event('load'));
  await vi.waitFor(() => expect(made).toBeDefined());
  expect(made).toMatchObject({
    options: { host: 'https://www.youtube-nocookie.com', width: 960, height: 720 },
  });
  made?.options.events.onReady({ target });
  const player = await joining;
  for (const data of [-1, 3, 1, 2, 5, 1, 0]) made?.options.events.onStateChange({ data });
  expect(player.states).toEqual(['PLAYING', 'PAUSED', 'PLAYING', 'ENDED']);
  expect(target.setPlaybackQuality).toHaveBeenCalledWith('hd720');
  player.pause();
  expect(target.pauseVideo).toHaveBeenCalledOnce();
});

test('Vimeo: knows that a video played before listeners were attached, and reports a pause that fails', async () => {
  const listeners: Record<string, () => void> = {};
  const pause = vi.fn(() => Promise.reject(new Error('gone')));
  arrive['https://player.vimeo.com/api/player.js'] = () => {
    window.Vimeo = {
      Player: class {
        on(event: string, listener: () => void): void {
          listeners[event] = listener;
        }
        ready = async () => undefined;
        getPaused = async () => false;
        pause = pause;
      },
    };
  };
  const player = await joined(joinFrame(address('vimeo'), noFrame(), () => undefined));
  for (const event of ['pause', 'play', 'ended']) listeners[event]?.();
  expect(player.states).toEqual(['PLAYING', 'PAUSED', 'PLAYING', 'ENDED']);
  player.pause();
  await vi.waitFor(() => expect(warnings).toEqual([['Vimeo did not pause:', new Error('gone')]]));
});

test('Dailymotion plays from the start, and is removed instead of paused', async () => {
  const leave = vi.fn();
  const player = await joined(joinFrame(address('dailymotion'), noFrame(), leave));
  expect([player.states, leave.mock.calls.length]).toEqual([['PLAYING'], 0]);
  player.pause();
  expect([player.states, leave.mock.calls.length]).toEqual([['PLAYING', 'PAUSED'], 1]);
});

test('a player whose API does not load plays anyway, and is removed instead of paused', async () => {
  const leave = vi.fn();
  arrive['https://player.vimeo.com/api/player.js'] = () => undefined; // something else than the API
  const player = await joined(joinFrame(address('vimeo'), noFrame(), leave));
  player.pause();
  expect([player.states, leave.mock.calls.length, warnings.length]).toEqual([['PLAYING', 'PAUSED'], 1, 1]);
});

test('loads a script once, and loads one that failed again', async () => {
  const url = 'https://a.test/api.js';
  await expect(loadScript(url)).rejects.toThrow('The script https://a.test/api.js did not come.');
  const run = vi.fn();
  arrive[url] = run;
  await Promise.all([loadScript(url), loadScript(url)]);
  expect(run).toHaveBeenCalledOnce();
});
