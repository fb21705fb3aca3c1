import {
  type AudioCodec,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathTarget,
  type Input,
  type InputAudioTrack,
  type InputVideoTrack,
  Mp4OutputFormat,
  Output,
  type VideoCodec,
} from 'mediabunny';
import type { ClipFacts } from './clip-facts.ts';
import { openInput } from './inspect-clip.ts';

/** Codecs whose packets need nothing besides the decoder's configuration, in an mp4 that plays everywhere. */
const COPIED: { video: readonly VideoCodec[]; audio: readonly AudioCodec[] } = { video: ['avc'], audio: ['aac'] };

/** A track of the first clip, and the like one of the second. */
type Pair<Track> = readonly [Track, Track];

/**
 * Writes the frames and sound of two clips, one after the other, into an mp4 that plays before it is complete.
 * @returns whether they are alike; otherwise nothing is written.
 */
export async function joinLikeClips(
  clips: Pair<{ path: string; container: ClipFacts['container'] }>,
  to: string,
): Promise<boolean> {
  using first = openInput(clips[0].path, clips[0].container);
  using second = openInput(clips[1].path, clips[1].container);
  const video = await likeVideo(first, second);
  const audio = await likeAudio(first, second);
  if (!video || audio === 'unlike') return false;
  const startsAtSeconds = await first.computeDuration();
  const format = new Mp4OutputFormat({ fastStart: 'in-memory' });
  const output = new Output({ format, target: new FilePathTarget(to) });
  const videoSource = new EncodedVideoPacketSource(video.codec);
  output.addVideoTrack(videoSource, { rotation: await video.tracks[0].getRotation() });
  const audioSource = audio && new EncodedAudioPacketSource(audio.codec);
  if (audioSource) output.addAudioTrack(audioSource);
  await output.start();
  await Promise.all([
    copyPackets(video.tracks, startsAtSeconds, (packet) => videoSource.add(packet, { decoderConfig: video.config })),
    ...(audio && audioSource
      ? [
          copyPackets(audio.tracks, startsAtSeconds, (packet) =>
            audioSource.add(packet, { decoderConfig: audio.config }),
          ),
        ]
      : []),
  ]);
  await output.finalize();
  return true;
}

type Packet = Parameters<EncodedVideoPacketSource['add']>[0];

/** Adds the packets of both, those of the second one later. */
async function copyPackets(
  tracks: Pair<InputVideoTrack | InputAudioTrack>,
  secondStartsAtSeconds: number,
  add: (packet: Packet) => Promise<void>,
): Promise<void> {
  for (const [index, track] of tracks.entries()) {
    const laterSeconds = index === 0 ? 0 : secondStartsAtSeconds;
    for await (const packet of new EncodedPacketSink(track).packets()) {
      // Sound starts with a packet that only prepares the decoder. The first clip's end prepares it for the second.
      if (index > 0 && packet.timestamp < 0) continue;
      await add(packet.clone({ timestamp: packet.timestamp + laterSeconds }));
    }
  }
}

/** The pictures of two clips that one decoder can show without being set up again; undefined if they differ. */
async function likeVideo(first: Input, second: Input) {
  const [one, other] = [await first.getPrimaryVideoTrack(), await second.getPrimaryVideoTrack()];
  if (!one || !other) return undefined;
  const own = await one.getCodec();
  const codec = COPIED.video.find((name) => name === own);
  const [config, otherConfig] = [await one.getDecoderConfig(), await other.getDecoderConfig()];
  const isRotatedAlike = (await one.getRotation()) === (await other.getRotation());
  if (!codec || !config || !otherConfig || !isRotatedAlike || !areAlike(config, otherConfig)) return undefined;
  // A cut within a group of frames needs decoding.
  if ((await other.getFirstTimestamp()) < 0) return undefined;
  return { codec, config, tracks: [one, other] as const };
}

/** Like `likeVideo`; undefined if neither has sound. */
async function likeAudio(first: Input, second: Input) {
  const [one, other] = [await first.getPrimaryAudioTrack(), await second.getPrimaryAudioTrack()];
  if (!one && !other) return undefined;
  if (!one || !other) return 'unlike';
  const [config, otherConfig] = [await one.getDecoderConfig(), await other.getDecoderConfig()];
  const own = await one.getCodec();
  const codec = COPIED.audio.find((name) => name === own);
  if (!codec || !config || !otherConfig || !areAlike(config, otherConfig)) return 'unlike';
  return { codec, config, tracks: [one, other] as const };
}

function areAlike(
  { description, ...config }: VideoDecoderConfig | AudioDecoderConfig,
  { description: otherDescription, ...otherConfig }: VideoDecoderConfig | AudioDecoderConfig,
): boolean {
  const bytesOf = (given: typeof description): Buffer => {
    if (given === undefined) return Buffer.alloc(0);
    return ArrayBuffer.isView(given)
      ? Buffer.from(given.buffer, given.byteOffset, given.byteLength)
      : Buffer.from(given);
  };
  return (
    JSON.stringify(config) === JSON.stringify(otherConfig) && bytesOf(description).equals(bytesOf(otherDescription))
  );
}
