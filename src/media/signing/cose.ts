import { constants, type KeyObject, sign, type X509Certificate } from 'node:crypto';

/** Signs with a certificate, as content credentials have it: COSE_Sign1 (RFC 9052) in CBOR (RFC 8949). */

type Cbor = number | string | null | Uint8Array | readonly Cbor[] | ReadonlyMap<number | string, Cbor> | Tagged;
interface Tagged {
  tag: number;
  value: Cbor;
}

/** How a key signs: its name in C2PA, its number in COSE, and what Node calls it. */
interface Algorithm {
  name: string;
  number: number;
  hash: string | null;
}

const CURVES: Readonly<Record<string, Algorithm>> = {
  prime256v1: { name: 'es256', number: -7, hash: 'sha256' },
  secp384r1: { name: 'es384', number: -35, hash: 'sha384' },
};
const RSA: Algorithm = { name: 'ps256', number: -37, hash: 'sha256' };
const ED25519: Algorithm = { name: 'ed25519', number: -8, hash: null };

/** @returns undefined if content credentials don't allow such a key */
export function algorithmOf({
  asymmetricKeyType: type,
  asymmetricKeyDetails: details,
}: KeyObject): Algorithm | undefined {
  if (type === 'ec') return CURVES[details?.namedCurve ?? ''];
  if (type === 'rsa') return (details?.modulusLength ?? 0) >= 2048 ? RSA : undefined;
  return type === 'ed25519' ? ED25519 : undefined;
}

export interface Signing {
  /** The certificate that signs, then those that vouch for it. */
  chain: readonly X509Certificate[];
  key: KeyObject;
  algorithm: Algorithm;
}

/** Room for the signature and its frame, next to the certificates. */
const FRAME_BYTES = 1_024;
const ALGORITHM_HEADER = 1;
const CHAIN_HEADER = 33;
const SIGN1_TAG = 18;

export const sizeOfSigned = ({ chain }: Signing): number =>
  FRAME_BYTES + chain.reduce((sum, { raw }) => sum + raw.byteLength, 0);

/** @returns COSE_Sign1 over the payload, which isn't in it, filled up to `sizeOfSigned` */
export function signDetached(payload: Uint8Array, signing: Signing): Uint8Array {
  const { algorithm, chain, key } = signing;
  const [first, ...others] = chain.map(({ raw }) => raw);
  const certificates = others.length === 0 ? (first ?? null) : [first ?? null, ...others];
  const header = cbor(
    new Map<number, Cbor>([
      [ALGORITHM_HEADER, algorithm.number],
      [CHAIN_HEADER, certificates],
    ]),
  );
  const options = { key, dsaEncoding: 'ieee-p1363' as const, ...(algorithm === RSA && PSS) };
  const signature = sign(algorithm.hash, cbor(['Signature1', header, new Uint8Array(), payload]), options);
  const filled = (padBytes: number): Buffer =>
    cbor({ tag: SIGN1_TAG, value: [header, new Map([['pad', new Uint8Array(padBytes)]]), null, signature] });
  const sizeBytes = sizeOfSigned(signing);
  // The length of the padding takes more bytes the longer it is.
  let padBytes = sizeBytes - filled(0).byteLength;
  while (padBytes > 0 && filled(padBytes).byteLength > sizeBytes) padBytes -= 1;
  return filled(padBytes);
}

const PSS = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };

const MAJOR = { unsigned: 0, negative: 1, bytes: 2, text: 3, list: 4, map: 5, tag: 6 };
const NULL = Buffer.from([0xf6]);

function cbor(value: Cbor): Buffer {
  if (value === null) return NULL;
  if (typeof value === 'number') return value < 0 ? head(MAJOR.negative, -1 - value) : head(MAJOR.unsigned, value);
  if (typeof value === 'string') return Buffer.concat([head(MAJOR.text, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(MAJOR.bytes, value.byteLength), value]);
  if (value instanceof Map) return Buffer.concat([head(MAJOR.map, value.size), ...[...value].flat().map(cbor)]);
  if (Array.isArray(value)) return Buffer.concat([head(MAJOR.list, value.length), ...value.map(cbor)]);
  return 'tag' in value ? Buffer.concat([head(MAJOR.tag, value.tag), cbor(value.value)]) : NULL;
}

/** What a value is, and its length or number, in as few bytes as it takes. */
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  const [bytes, code] = length < 0x100 ? [1, 24] : length < 0x1_0000 ? [2, 25] : [4, 26];
  const made = Buffer.alloc(1 + bytes);
  made[0] = (major << 5) | code;
  made.writeUIntBE(length, 1, bytes);
  return made;
}
