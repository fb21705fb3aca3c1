import { Resvg } from '@resvg/resvg-js';

/** Reads a mark as programs do that know nothing of Easel: they look for a packet of XMP, wherever it is. */

const PACKET = /<x:xmpmeta[\s\S]*?<\/x:xmpmeta>/g;

/** Every packet of XMP in a file. @throws if one isn't XML */
export function packetsIn(bytes: Buffer): string[] {
  const packets = bytes.toString('utf8').match(PACKET) ?? [];
  for (const packet of packets) requireXml(packet);
  return packets;
}

/** What a file says about where it comes from, by IPTC's list. */
export function sourceTypesIn(bytes: Buffer): string[] {
  return packetsIn(bytes).flatMap((packet) =>
    [...packet.matchAll(/Iptc4xmpExt:DigitalSourceType\s*(?:=\s*"|>)\s*([^"<\s]+)/g)].map(([, type = '']) => type),
  );
}

export const GENERATED = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';

/** A picture's description is XML too, so its reader refuses what isn't. */
function requireXml(text: string): void {
  new Resvg(`<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><metadata>${text}</metadata></svg>`);
}
