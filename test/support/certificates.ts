import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** Certificates for tests, made anew each time, because Node reads X.509 (RFC 5280) and doesn't write it. */

const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const { byteLength } = body;
  const length = byteLength < 0x80 ? [byteLength] : [0x82, byteLength >>> 8, byteLength & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};
const list = (...parts: Uint8Array[]): Buffer => der(0x30, ...parts);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const yes = der(0x01, Buffer.from([0xff]));
const time = (atMs: number): Buffer =>
  der(0x18, Buffer.from(`${new Date(atMs).toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));
const nameOf = (name: string): Buffer =>
  list(
    ...[['550403', name] as const, ['55040a', 'A server'] as const].map(([id, text]) =>
      der(0x31, list(oid(id), der(0x0c, Buffer.from(text)))),
    ),
  );

const ECDSA_SHA256 = list(oid('2a8648ce3d040302'));
const KEY_ID = Buffer.alloc(20, 7);
const extension = (id: string, isCritical: boolean, value: Buffer): Buffer =>
  list(oid(id), ...(isCritical ? [yes] : []), der(0x04, value));
const AUTHORITY = [
  extension('551d13', true, list(yes)),
  extension('551d0f', true, der(0x03, Buffer.from([2, 0x04]))),
  extension('551d0e', false, der(0x04, KEY_ID)),
];
const SIGNER = [
  extension('551d13', true, list()),
  extension('551d0f', true, der(0x03, Buffer.from([7, 0x80]))),
  // For signing e-mail, which content credentials accept.
  extension('551d25', false, list(oid('2b06010505070304'))),
  extension('551d23', false, list(der(0x80, KEY_ID))),
];

interface Wanted {
  name: string;
  key: KeyObject;
  issuer: { name: string; key: KeyObject };
  extensions: readonly Buffer[];
  endMs: number;
}

function certificate({ name, key, issuer, extensions, endMs }: Wanted): string {
  const body = list(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1, name.length])),
    ECDSA_SHA256,
    nameOf(issuer.name),
    list(time(Date.parse('2026-01-01')), time(endMs)),
    nameOf(name),
    key.export({ type: 'spki', format: 'der' }),
    der(0xa3, list(...extensions)),
  );
  const signature = sign('sha256', body, issuer.key);
  const bytes = list(body, ECDSA_SHA256, der(0x03, Buffer.from([0]), signature));
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

const newPair = {
  'P-256': () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  'P-384': () => generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  'P-521': () => generateKeyPairSync('ec', { namedCurve: 'P-521' }),
  Ed25519: () => generateKeyPairSync('ed25519'),
  RSA: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
};
export type KeyKind = keyof typeof newPair;

const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

/** A signer's certificate and key, and the authority's own certificate and key, in PEM. */
export function newCertificate({ kind = 'P-256' as KeyKind, endMs = Date.parse('2040-01-01') } = {}) {
  const authority = newPair['P-256']();
  const root = { name: 'An authority', key: authority.privateKey };
  const { publicKey, privateKey } = newPair[kind]();
  return {
    chain: certificate({ name: 'A signer', key: publicKey, issuer: root, extensions: SIGNER, endMs }),
    key: pemOf(privateKey),
    root: certificate({ name: root.name, key: authority.publicKey, issuer: root, extensions: AUTHORITY, endMs }),
    rootKey: pemOf(authority.privateKey),
  };
}
