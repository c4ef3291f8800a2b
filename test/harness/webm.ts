/** A frame: a lossy WebP file without alpha, as written by sharp. */
export type Frame = Buffer;

/** Frames per cluster: about a second, the amount a browser has to read after seeking. */
const clusterFrames = 10;
/** Nanoseconds per tick, so that times are in milliseconds. */
const timestampScale = 1_000_000;

/** Ids of the Matroska elements used (RFC 9559). */
const ids = {
  ebml: 0x1a45dfa3,
  ebmlVersion: 0x4286,
  ebmlReadVersion: 0x42f7,
  ebmlMaxIdLength: 0x42f2,
  ebmlMaxSizeLength: 0x42f3,
  docType: 0x4282,
  docTypeVersion: 0x4287,
  docTypeReadVersion: 0x4285,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  flagLacing: 0x9c,
  codecId: 0x86,
  defaultDuration: 0x23e383,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cueTrackPositions: 0xb7,
  cueTrack: 0xf7,
  cueClusterPosition: 0xf1,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
} as const;

/**
 * Muxes pictures into a WebM film without an encoder, since a lossy WebP is one VP8 key frame. All frames are seekable.
 * `width` and `height` in pixels. Throws for a frame that is not a plain lossy WebP.
 */
export function muxWebm(
  frames: readonly Frame[],
  {
    width,
    height,
    framesPerSecond,
  }: { readonly width: number; readonly height: number; readonly framesPerSecond: number },
): Buffer {
  const frameMs = 1000 / framesPerSecond;
  const info = element(
    ids.info,
    number(ids.timestampScale, timestampScale),
    double(ids.duration, frames.length * frameMs),
    text(ids.muxingApp, 'broadsheet'),
    text(ids.writingApp, 'broadsheet'),
  );
  const tracks = element(
    ids.tracks,
    element(
      ids.trackEntry,
      number(ids.trackNumber, 1),
      number(ids.trackUid, 1),
      number(ids.trackType, 1),
      number(ids.flagLacing, 0),
      text(ids.codecId, 'V_VP8'),
      number(ids.defaultDuration, Math.round(frameMs * timestampScale)),
      element(ids.video, number(ids.pixelWidth, width), number(ids.pixelHeight, height)),
    ),
  );
  const clusters: { readonly at: number; readonly bytes: Buffer }[] = [];
  for (let first = 0; first < frames.length; first += clusterFrames) {
    const at = Math.round(first * frameMs);
    const blocks = frames
      .slice(first, first + clusterFrames)
      .map((frame, index) => simpleBlock(Math.round((first + index) * frameMs) - at, keyFrameOf(frame)));
    clusters.push({ at, bytes: element(ids.cluster, number(ids.timestamp, at), ...blocks) });
  }
  // Positions are relative to the segment's data and always take four bytes, so that the cues' length is known in
  // advance.
  const cuesAt = (start: number) => {
    let position = start;
    return element(
      ids.cues,
      ...clusters.map(({ at, bytes }) => {
        const point = element(
          ids.cuePoint,
          number(ids.cueTime, at),
          element(
            ids.cueTrackPositions,
            number(ids.cueTrack, 1),
            number(ids.cueClusterPosition, position, 4),
          ),
        );
        position += bytes.length;
        return point;
      }),
    );
  };
  const cues = cuesAt(info.length + tracks.length + cuesAt(0).length);
  const head = element(
    ids.ebml,
    number(ids.ebmlVersion, 1),
    number(ids.ebmlReadVersion, 1),
    number(ids.ebmlMaxIdLength, 4),
    number(ids.ebmlMaxSizeLength, 8),
    text(ids.docType, 'webm'),
    number(ids.docTypeVersion, 4),
    number(ids.docTypeReadVersion, 2),
  );
  return Buffer.concat([
    head,
    element(ids.segment, info, tracks, cues, ...clusters.map(({ bytes }) => bytes)),
  ]);
}

function keyFrameOf(webp: Buffer): Buffer {
  const kind = webp.toString('latin1', 12, 16);
  if (webp.toString('latin1', 0, 4) !== 'RIFF' || kind !== 'VP8 ') {
    throw new Error(
      `A frame of a film has to be a plain lossy WebP; this one begins with "${webp.toString('latin1', 0, 4)}", "${kind}".`,
    );
  }
  return webp.subarray(20, 20 + webp.readUInt32LE(16));
}

/** A key frame of track 1, `after` ms after the cluster's timestamp. */
function simpleBlock(after: number, frame: Buffer): Buffer {
  const head = Buffer.from([0x81, 0, 0, 0x80]);
  head.writeInt16BE(after, 1);
  return element(ids.simpleBlock, head, frame);
}

function element(id: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(body.length));
  length[0] = 1; // seven bytes of length follow
  return Buffer.concat([bytesOf(id), length, body]);
}

const number = (id: number, value: number, bytes = 0): Buffer => element(id, bytesOf(value, bytes));
const text = (id: number, value: string): Buffer => element(id, Buffer.from(value));

function double(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return element(id, bytes);
}

/** An integer in the fewest bytes, or in at least `least`. */
function bytesOf(value: number, least = 0): Buffer {
  const hex = value.toString(16);
  const bytes = Math.max(least, 1, Math.ceil(hex.length / 2));
  return Buffer.from(hex.padStart(bytes * 2, '0'), 'hex');
}
