import type { ClipFacts } from './clip-facts.ts';

type Container = ClipFacts['container'];

const CONTAINERS: Readonly<Partial<Record<string, Container>>> = {
  ...{ 'video/mp4': 'mp4', 'video/quicktime': 'mov', 'video/webm': 'webm' },
};
/** Names what reads the file, so that no bytes make ffmpeg take it for a list of other files. */
const DEMUXER: Readonly<Record<Container, string>> = { mp4: 'mov', mov: 'mov', webm: 'matroska' };

/** @returns undefined for a kind of file that is no clip. */
export function containerOf(mimeType: string): Container | undefined {
  return CONTAINERS[mimeType];
}

/** How ffmpeg is to read a clip: that file, and no other. */
export function clipInput(path: string, container: Container): string[] {
  return ['-protocol_whitelist', 'file', '-f', DEMUXER[container], '-i', `file:${path}`];
}
