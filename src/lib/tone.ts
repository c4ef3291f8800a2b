const samplesPerSecond = 8000;
const headerBytes = 44;
/** Seconds over which the tone begins and ends, so that it doesn't click. */
const fade = 0.05;

/** A quiet tone as a WAV file: 8,000 bytes per second. */
export function toneFile(seconds: number, hertz: number): Buffer {
  const count = Math.round(seconds * samplesPerSecond);
  const file = Buffer.alloc(headerBytes + count);
  file.write('RIFF', 0, 'ascii');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'ascii');
  file.writeUInt32LE(16, 16); // bytes of the format
  file.writeUInt16LE(1, 20); // PCM
  file.writeUInt16LE(1, 22); // mono
  file.writeUInt32LE(samplesPerSecond, 24);
  file.writeUInt32LE(samplesPerSecond, 28); // bytes per second
  file.writeUInt16LE(1, 32); // bytes per sample
  file.writeUInt16LE(8, 34); // bits per sample
  file.write('data', 36, 'ascii');
  file.writeUInt32LE(count, 40);
  for (let at = 0; at < count; at++) {
    const edge = Math.min(at, count - 1 - at) / samplesPerSecond;
    const loudness = 40 * Math.min(1, edge / fade);
    file[headerBytes + at] =
      128 + Math.round(loudness * Math.sin((2 * Math.PI * hertz * at) / samplesPerSecond));
  }
  return file;
}
