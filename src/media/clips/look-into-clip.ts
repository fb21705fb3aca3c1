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

/** Never all formats: playlists are among those, and name other files to be opened. */
const FORMATS: Readonly<Record<ClipFacts['container'], readonly InputFormat[]>> = {
  mp4: [MP4, QTFF],
  mov: [QTFF, MP4],
  webm: [WEBM],
};
/** As many packets tell how many frames a second has. */
const PACKETS_LOOKED_AT = 100;
/** A file has a few boxes at its top; a hostile one may have millions. */
const MOST_BOXES = 1_000;
const BOX_HEADER_BYTES = 16;

/** What is in a clip, without decoding it. @throws where it is none that can be read. */
export async function lookIntoClip(path: string, container: ClipFacts['container']): Promise<ClipFacts> {
  using input = opened(path, container);
  const video = await input.getPrimaryVideoTrack();
  if (!video) throw new Error('there is no picture in it');
  const audio = await input.getPrimaryAudioTrack();
  const { averagePacketRate } = await video.computePacketStats(PACKETS_LOOKED_AT);
  return {
    container,
    videoCodec: await video.getCodec(),
    ...(audio && { audioCodec: await audio.getCodec() }),
    durationSeconds: await input.computeDuration(),
    widthPx: await video.getDisplayWidth(),
    heightPx: await video.getDisplayHeight(),
    framesPerSecond: averagePacketRate,
    isFastStart: container === 'webm' || (await beginsWithIndex(path)),
  };
}

/** Writes every frame and sound of a clip into an mp4 that begins to play at once. @returns whether all of it could be kept. */
export async function rewrapClip(from: string, to: string, container: ClipFacts['container']): Promise<boolean> {
  using input = opened(from, container);
  const format = new Mp4OutputFormat({ fastStart: 'in-memory' });
  const output = new Output({ format, target: new FilePathTarget(to) });
  const conversion = await Conversion.init({ input, output });
  if (!conversion.isValid || conversion.discardedTracks.length > 0) return false;
  await conversion.execute();
  return true;
}

function opened(path: string, container: ClipFacts['container']): Input {
  return new Input({ source: new FilePathSource(path), formats: [...FORMATS[container]] });
}

/** Whether the box `moov`, the index, comes before `mdat`, the frames (ISO/IEC 14496-12). */
async function beginsWithIndex(path: string): Promise<boolean> {
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
      // A length of 1 says that the real one follows in 64 bits.
      const length = short === 1 && bytesRead === BOX_HEADER_BYTES ? Number(buffer.readBigUInt64BE(8)) : short;
      if (length < 8) return false;
      at += length;
    }
    return false;
  } finally {
    await file.close();
  }
}
