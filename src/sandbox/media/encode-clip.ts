import h264 from 'h264-mp4-encoder';
import { moveIndexToFront } from './mp4.ts';

export interface ClipFormat {
  /** Both even. */
  widthPx: number;
  heightPx: number;
  framesPerSecond: number;
}

/** H.264's own measure, 10 (best) to 51: here a clip comes to a few hundred KiB. */
const QUANTIZATION = 23;
/** 0 is best and slowest, 10 fastest. */
const SPEED = 6;

/** Encodes frames of RGBA as an H.264 mp4 that begins to play before all of it came. */
export async function encodeClip(frames: Iterable<Uint8Array>, format: ClipFormat): Promise<Buffer> {
  const encoder = await h264.createH264MP4Encoder();
  try {
    encoder.width = format.widthPx;
    encoder.height = format.heightPx;
    encoder.frameRate = format.framesPerSecond;
    encoder.quantizationParameter = QUANTIZATION;
    encoder.speed = SPEED;
    encoder.groupOfPictures = format.framesPerSecond;
    encoder.initialize();
    for (const frame of frames) encoder.addFrameRgba(frame);
    encoder.finalize();
    const bytes = encoder.FS.readFile(encoder.outputFilename);
    encoder.FS.unlink(encoder.outputFilename);
    return moveIndexToFront(Buffer.from(bytes));
  } finally {
    encoder.delete();
  }
}
