import { expect, test } from 'vitest';
import { useChromium } from '../../test/harness/chromium.ts';
import { drawFilm, film, filmGenerators } from './film.ts';
import { rasteriseFrame } from './rasterise.ts';
import { muxWebm } from './webm.ts';

const browser = useChromium();
const megabyte = 2 ** 20;
const seconds = film.frames / film.framesPerSecond;

test.each(Object.keys(filmGenerators) as (keyof typeof filmGenerators)[])(
  'Chromium plays the film "%s" and jumps about in it',
  async (generator) => {
    const frames = await Promise.all(
      drawFilm({ generator, seed: 'test', category: 'science' }).map((svg) => rasteriseFrame(svg, film)),
    );
    const bytes = muxWebm(frames, film);
    expect(bytes.length).toBeLessThan(1.5 * megabyte);
    const page = await browser.newPage();
    await page.setContent(`<video muted src="data:video/webm;base64,${bytes.toString('base64')}"></video>`);
    const seen = await page.locator('video').evaluate(async (element, frameTime) => {
      const video = element as HTMLVideoElement;
      const heard = (name: string) =>
        new Promise((resolve, reject) => {
          video.addEventListener(name, resolve, { once: true });
          video.addEventListener('error', () => reject(new Error(video.error?.message)), { once: true });
        });
      if (video.readyState < 4) await heard('canplaythrough');
      const { duration, videoWidth, videoHeight, readyState } = video;
      // A thumbnail of what is shown: it tells frames apart.
      const shown = () => {
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [32, 18];
        const context = canvas.getContext('2d');
        if (!context) throw new Error('There is no canvas.');
        context.drawImage(video, 0, 0, 32, 18);
        return context.getImageData(0, 0, 32, 18).data.join();
      };
      const jumps: { at: number; picture: string }[] = [];
      for (const at of [6.4, 2.3, 7.9]) {
        // "seeked" may come before its frame, and the frame of the jump before may only come now.
        const drawn = new Promise<void>((resolve) => {
          const look: VideoFrameRequestCallback = (_now, { mediaTime }) =>
            Math.abs(mediaTime - at) <= frameTime ? resolve() : void video.requestVideoFrameCallback(look);
          video.requestVideoFrameCallback(look);
        });
        const arrived = heard('seeked');
        video.currentTime = at;
        await arrived;
        await drawn;
        jumps.push({ at: video.currentTime, picture: shown() });
      }
      video.currentTime = 0;
      await heard('seeked');
      await video.play();
      await heard('timeupdate');
      return {
        duration,
        videoWidth,
        videoHeight,
        readyState,
        jumps,
        frames: video.getVideoPlaybackQuality().totalVideoFrames,
        paused: video.paused,
      };
    }, 1 / film.framesPerSecond);
    expect(seen).toMatchObject({
      duration: seconds,
      videoWidth: film.width,
      videoHeight: film.height,
      readyState: 4,
      paused: false,
    });
    expect(seen.jumps.map(({ at }) => at)).toEqual([6.4, 2.3, 7.9]);
    expect(new Set(seen.jumps.map(({ picture }) => picture)).size).toBe(3);
    expect(seen.frames).toBeGreaterThan(0);
  },
);

test('a frame that is no lossy WebP is refused', () => {
  expect(() => muxWebm([Buffer.from('\x89PNG and so on, for long enough')], film)).toThrow(
    'plain lossy WebP',
  );
});
