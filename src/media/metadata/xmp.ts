/** What a file says about itself as XMP (ISO 16684-1): that it was generated, by IPTC's list of digital source types. */

/** IPTC's name for it. */
export const GENERATED = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const MARK = [
  `<rdf:Description rdf:about="" xmlns:rdf="${RDF}"`,
  ' xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"',
  ` Iptc4xmpExt:DigitalSourceType="${GENERATED}"/>`,
].join('');
const END = '</rdf:RDF>';
/** The same id stands in all packets. */
const OWN_PACKET = [
  '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${RDF}">${MARK}${END}</x:xmpmeta>`,
  '<?xpacket end="w"?>',
].join('');
/** Also what was generated only in part. */
const SAYS_GENERATED = /digitalsourcetype\/\w*algorithmicmedia/i;
const SAYS_SOURCE = /digitalsourcetype/i;
const NAMES_SOURCE = /digitalsourcetype\/\w/i;
/** A content credential (C2PA) that is kept elsewhere. It would no longer match the file. */
const NAMES_MANIFEST = /dcterms:provenance(=["']|>)https?:/;

/** What these bytes name as the source: XMP, or a part of content credentials. */
export function sourceIn(bytes: Buffer): 'generated' | 'another source' | 'nothing' | 'unknown' {
  const text = bytes.toString('latin1');
  if (SAYS_GENERATED.test(text)) return 'generated';
  if (NAMES_SOURCE.test(text)) return 'another source';
  return NAMES_MANIFEST.test(text) ? 'unknown' : 'nothing';
}

/**
 * Adds the mark to what a file says already.
 * @param packet its XMP, if it has any. If that contradicts the mark or can't be added to, the mark takes its place.
 * @param maxBytes for a format that limits it
 * @returns undefined if the file is to stay as it is
 */
export function markedXmp(packet?: Buffer, maxBytes = Number.POSITIVE_INFINITY): Buffer | undefined {
  const text = packet?.toString('latin1') ?? '';
  if (SAYS_GENERATED.test(text) || NAMES_MANIFEST.test(text)) return undefined;
  const end = SAYS_SOURCE.test(text) ? -1 : text.lastIndexOf(END);
  const isFull = text.length + MARK.length > maxBytes;
  if (end < 0 || isFull) return Buffer.from(OWN_PACKET, 'utf8');
  return Buffer.from(text.slice(0, end) + MARK + text.slice(end), 'latin1');
}
