/** Platforms whose videos play on the site's pages. */
export type VideoPlatform = 'youtube' | 'vimeo' | 'dailymotion';

export interface VideoAddress {
  readonly platform: VideoPlatform;
  /** The platform's id; `videoseries` for a YouTube playlist. */
  readonly id: string;
  /** Id of the playlist that continues after the video (YouTube). */
  readonly list?: string;
  /** Access key of an unlisted video (Vimeo). */
  readonly key?: string;
  readonly start?: number;
}

const platforms: Readonly<Record<string, VideoPlatform>> = {
  'youtube.com': 'youtube',
  'youtube-nocookie.com': 'youtube',
  'youtu.be': 'youtube',
  'vimeo.com': 'vimeo',
  'dailymotion.com': 'dailymotion',
  'dai.ly': 'dailymotion',
};

const ids: Readonly<Record<VideoPlatform, RegExp>> = {
  youtube: /(?:[?&]v=|youtu\.be\/|\/(?:embed|shorts|live|v)\/)(?!videoseries\b)([\w-]{6,20})/,
  vimeo: /vimeo\.com\/(?:video\/|channels\/[\w-]+\/|groups\/[\w-]+\/videos\/)?(\d{4,15})/,
  dailymotion: /(?:dailymotion\.com\/(?:embed\/)?video\/|[?&]video=|dai\.ly\/)([a-z0-9]{4,12})/i,
};

/** The video of a public or player URL; undefined for other URLs. */
export function videoAt(url: string): VideoAddress | undefined {
  const [, host = ''] = /^(?:https?:)?\/\/([\w.-]{1,100})(?:[/?#:]|$)/i.exec(url) ?? [];
  const platform = platforms[/(?:^|\.)([\w-]+\.\w+)$/.exec(host.toLowerCase())?.[1] ?? ''];
  if (!platform) return undefined;
  const list = platform === 'youtube' ? /[?&]list=([\w-]{10,60})/.exec(url)?.[1] : undefined;
  const id = ids[platform].exec(url)?.[1] ?? (list && 'videoseries');
  const key =
    platform === 'vimeo'
      ? /(?:vimeo\.com\/(?:video\/)?\d{4,15}\/|[?&]h=)([0-9a-f]{6,20})\b/.exec(url)?.[1]
      : undefined;
  const start = secondsOf(url);
  return id === undefined
    ? undefined
    : { platform, id, ...(list && { list }), ...(key && { key }), ...(start > 0 && { start }) };
}

/** `t=90`, `t=1m30s` or `start=90`. */
function secondsOf(url: string): number {
  const [, hours = 0, minutes = 0, seconds = 0] =
    /[?&#](?:t|start|startTime)=(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?(?![\w.])/.exec(url) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

export function watchAddress({ platform, id, list, key, start }: VideoAddress): string {
  if (platform === 'youtube') {
    const path =
      id === 'videoseries' ? `playlist?list=${list ?? ''}` : `watch?v=${id}${list ? `&list=${list}` : ''}`;
    return `https://www.youtube.com/${path}${start ? `&t=${start}` : ''}`;
  }
  if (platform === 'vimeo')
    return `https://vimeo.com/${id}${key ? `/${key}` : ''}${start ? `#t=${start}s` : ''}`;
  return `https://www.dailymotion.com/video/${id}${start ? `?start=${start}` : ''}`;
}

/** Strings of video players, in English, by translation key. */
export const videoTexts = {
  video_close: 'Close video',
  video_refused: 'You declined content from other companies, so this video was not loaded.',
  video_watch: 'Watch on %s',
} as const;

export type VideoText = keyof typeof videoTexts;
