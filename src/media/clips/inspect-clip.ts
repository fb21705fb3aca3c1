import { open } from 'node:fs/promises';
import {
  Conversion,
  FilePathSource,
  FilePathTarget,
  Input,
  type InputFormat,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  WEBM,
} from 'mediabunny';
import type { ClipFacts } from './clip-facts.ts';

/** For processes that start anew for each clip. To load zod would take longer than their work. */
export const isContainer = (name: string): name is ClipFacts['container'] => name in FORMATS;

/** Never all formats: they include playlists, which name other files to open. */
const FORMATS: Readonly<Record<ClipFacts['container'], readonly InputFormat[]>> = {
  mp4: [MP4, QTFF],
  mov: [QTFF, MP4],
  webm: [WEBM],
};
/** The number of packets from which the frame rate is measured. */
const PACKETS_MEASURED = 100;
/** A file has a few top-level boxes. A hostile one may have millions. */
const MOST_BOXES = 1_000;
const BOX_HEADER_BYTES = 16;

/** There is no picture in a clip, only sound. */
export class SoundAloneError extends Error {
  override readonly name = 'SoundAloneError';
}

/** Inspects a clip without decoding it. @throws SoundAloneError; another Error if it can't be read. */
export async function inspectClip(path: string, container: ClipFacts['container']): Promise<ClipFacts> {
  using input = openInput(path, container);
  const video = await input.getPrimaryVideoTrack();
  const audio = await input.getPrimaryAudioTrack();
  if (!video) throw audio ? new SoundAloneError() : new Error('there is no picture in it');
  const { averagePacketRate } = await video.computePacketStats(PACKETS_MEASURED);
  return {
    container,
    videoCodec: await video.getCodec(),
    ...(audio && { audioCodec: await audio.getCodec() }),
    durationSeconds: await input.computeDuration(),
    widthPx: await video.getDisplayWidth(),
    heightPx: await video.getDisplayHeight(),
    framesPerSecond: averagePacketRate,
    isFastStart: container === 'webm' || (await startsWithIndex(path)),
  };
}

/**
 * Writes all frames and sound into an mp4 that plays before it is complete.
 * @returns whether it could keep all of them.
 */
export async function remuxClip(from: string, to: string, container: ClipFacts['container']): Promise<boolean> {
  using input = openInput(from, container);
  const format = new Mp4OutputFormat({ fastStart: 'in-memory' });
  const output = new Output({ format, target: new FilePathTarget(to) });
  const conversion = await Conversion.init({ input, output });
  if (!conversion.isValid || conversion.discardedTracks.length > 0) return false;
  await conversion.execute();
  return true;
}

export function openInput(path: string, container: ClipFacts['container']): Input {
  return new Input({ source: new FilePathSource(path), formats: [...FORMATS[container]] });
}

/** Whether the box `moov`, the index, comes before `mdat`, the frames (ISO/IEC 14496-12). */
async function startsWithIndex(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    let at = 0;
    for (let boxes = 0; boxes < MOST_BOXES; boxes += 1) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(BOX_HEADER_BYTES), 0, BOX_HEADER_BYTES, at);
      if (bytesRead < 8) return false;
      const type = buffer.toString('latin1', 4, 8);
      if (type === 'moov') return true;
      if (type === 'mdat') return false;
      const short = buffer.readUInt32BE(0);
      // A length of 1 means that the real length follows in 64 bits.
      const length = short === 1 && bytesRead === BOX_HEADER_BYTES ? Number(buffer.readBigUInt64BE(8)) : short;
      if (length < 8) return false;
      at += length;
    }
    return false;
  } finally {
    await file.close();
  }
}
