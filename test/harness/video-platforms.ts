import type { Frame, Page } from 'playwright-core';

// Fake players of the platforms at their own URLs, so that no test uses the network. API and player page exchange
// messages like the real ones, each only with the other's origin.

/** The used part of YouTube's IFrame API; its script loads a second one, like the real one. */
const youtubeApi = `window.YT = { loading: 1 };
const widget = document.createElement('script');
widget.src = 'https://www.youtube.com/s/player/stand-in/www-widgetapi.js';
document.head.append(widget);`;

const youtubeWidget = `{
  let made = 0;
  class Player {
    #send; #state = -1;
    constructor(frame, { host = 'https://www.youtube.com', width, height, events }) {
      const id = ++made;
      (window.madePlayers ??= []).push({ width, height });
      this.#send = (message) => frame.contentWindow?.postMessage(JSON.stringify({ ...message, id, channel: 'widget' }), host);
      // The frame may not be there yet: it is called until it answers.
      const call = setInterval(() => this.#send({ event: 'listening' }), 50);
      addEventListener('message', ({ source, origin, data }) => {
        if (source !== frame.contentWindow || origin !== host) return;
        const { event, info } = JSON.parse(data);
        if (event === 'initialDelivery') {
          clearInterval(call);
          for (const name of Object.keys(events)) this.#send({ event: 'command', func: 'addEventListener', args: [name] });
        }
        if (info?.playerState !== undefined) this.#state = info.playerState;
        events[event]?.({ target: this, data: info });
      });
    }
    getPlayerState() { return this.#state; }
    pauseVideo() { this.#send({ event: 'command', func: 'pauseVideo', args: [] }); }
    setPlaybackQuality(quality) { this.#send({ event: 'command', func: 'setPlaybackQuality', args: [quality] }); }
  }
  Object.assign(YT, { Player, loaded: 1, PlayerState: { UNSTARTED: -1, ENDED: 0, PLAYING: 1, PAUSED: 2, BUFFERING: 3, CUED: 5 } });
  window.onYouTubeIframeAPIReady?.();
}`;

const vimeoApi = `window.Vimeo = { Player: class {
  #frame; #origin = '*'; #ready; #waiting = new Map(); #hear = new Map();
  constructor(frame) {
    this.#frame = frame;
    this.#ready = new Promise((resolve) => addEventListener('message', ({ source, origin, data }) => {
      if (source !== frame.contentWindow || !/^https:\\/\\/player\\.vimeo\\.com$/.test(origin)) return;
      this.#origin = origin;
      const { event, method, value } = JSON.parse(data);
      if (event === 'ready' || method === 'ping') resolve();
      for (const hear of this.#hear.get(event) ?? []) hear();
      this.#waiting.get(method)?.shift()?.(value);
    }));
    this.#post('ping');
  }
  #post(method, value) { this.#frame.contentWindow?.postMessage({ method, value }, this.#origin); }
  async #ask(method) {
    await this.#ready;
    return new Promise((resolve) => {
      this.#waiting.set(method, [...(this.#waiting.get(method) ?? []), resolve]);
      this.#post(method);
    });
  }
  ready() { return this.#ready; }
  on(event, hear) {
    this.#hear.set(event, [...(this.#hear.get(event) ?? []), hear]);
    this.#ready.then(() => this.#post('addEventListener', event));
  }
  getPaused() { return this.#ask('getPaused'); }
  pause() { return this.#ask('pause'); }
} };`;

const playerPage = (
  protocol: string,
) => `<!doctype html><meta charset="utf-8"><title>Player</title><link rel="icon" href="data:,">
<style>html,body{height:100%;margin:0}body{display:grid;place-content:center;background:linear-gradient(160deg,#27425c,#7d5a4f)}
button{font:16px sans-serif;padding:10px 18px}</style>
<button>Play</button><script>
const button = document.querySelector('button');
const heard = window.heard = [];
let playing = false;
let changed = () => {};
function set(next, ended = false) {
  playing = next;
  button.textContent = playing ? 'Pause' : 'Play';
  changed(ended);
}
button.addEventListener('click', () => set(!playing));
window.end = () => set(false, true);
${protocol}
if (/^(1|true)$/.test(new URLSearchParams(location.search).get('autoplay'))) set(true);
</script>`;

const youtubePage = playerPage(`
const origin = new URLSearchParams(location.search).get('origin');
const listeners = new Set();
let id;
const send = (event, info) => id !== undefined && parent.postMessage(JSON.stringify({ event, info, id, channel: 'widget' }), origin);
const code = (ended) => (playing ? 1 : ended ? 0 : 2);
changed = (ended) => {
  send('infoDelivery', { playerState: code(ended) });
  if (listeners.has('onStateChange')) send('onStateChange', code(ended));
};
addEventListener('message', (event) => {
  if (event.origin !== origin) return;
  const message = JSON.parse(event.data);
  if (message.event === 'listening' && id === undefined) {
    id = message.id;
    send('initialDelivery', { playerState: playing ? 1 : -1 });
  }
  if (message.event !== 'command') return;
  const { func, args } = message;
  heard.push([func, ...args].join(' '));
  if (func === 'addEventListener') {
    listeners.add(args[0]);
    if (args[0] === 'onReady') send('onReady', null);
  }
  if (func === 'pauseVideo') set(false);
});`);

const vimeoPage = playerPage(`
const listeners = new Set();
let to = '*';
const send = (message) => parent.postMessage(JSON.stringify(message), to);
changed = (ended) => {
  const event = playing ? 'play' : ended ? 'ended' : 'pause';
  if (listeners.has(event)) send({ event, data: { seconds: 0 } });
};
addEventListener('message', ({ data: { method, value }, origin }) => {
  to = origin;
  heard.push([method, value].filter(Boolean).join(' '));
  if (method === 'addEventListener') return listeners.add(value);
  if (method === 'pause') set(false);
  send({ method, value: method === 'getPaused' ? !playing : undefined });
});
send({ event: 'ready' });`);

const answers: Readonly<
  Record<string, { readonly type: 'text/javascript' | 'text/html'; readonly body: string }>
> = {
  'www.youtube.com/iframe_api': { type: 'text/javascript', body: youtubeApi },
  'www.youtube.com/s/player/stand-in/www-widgetapi.js': { type: 'text/javascript', body: youtubeWidget },
  'www.youtube-nocookie.com/embed/': { type: 'text/html', body: youtubePage },
  'player.vimeo.com/api/player.js': { type: 'text/javascript', body: vimeoApi },
  'player.vimeo.com/video/': { type: 'text/html', body: vimeoPage },
  'geo.dailymotion.com/player.html': { type: 'text/html', body: playerPage('') },
};

export interface VideoPlatforms {
  /** URLs requested from other sites, in order. */
  readonly urls: string[];
  /** Lets scripts with this in their URL fail. */
  block(part: string): void;
}

/** Fakes the platforms on a page; other external requests are refused. */
export async function standInForPlatforms(page: Page, siteUrl: string): Promise<VideoPlatforms> {
  const urls: string[] = [];
  const blocked: string[] = [];
  await page.route(
    (url) => url.protocol === 'https:' || !url.href.startsWith(siteUrl),
    async (route) => {
      const url = route.request().url();
      urls.push(url);
      const answer = Object.entries(answers).find(([start]) => url.startsWith(`https://${start}`))?.[1];
      if (!answer || blocked.some((part) => url.includes(part))) await route.abort();
      else await route.fulfill({ contentType: answer.type, body: answer.body });
    },
  );
  return { urls, block: (part) => void blocked.push(part) };
}

/** The page in a player's frame, with its "Play" and "Pause" buttons. */
export async function insidePlayer(page: Page, host: string): Promise<Frame> {
  for (;;) {
    const frame = page.frames().find((candidate) => candidate.url().startsWith(`https://${host}/`));
    if (frame) return frame;
    await page.waitForEvent('framenavigated');
  }
}
