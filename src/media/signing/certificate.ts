import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { algorithmOf, type Signing } from './cose.ts';

/** The operator's certificate for content credentials, with its key, in two PEM files. */
export interface SigningFiles {
  certificateFile: string;
  keyFile: string;
}

/** Why the files can't sign, without anything that is in them. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError';
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Reads both files, and checks that they can sign together. @throws CertificateError */
export function readSigning({ certificateFile, keyFile }: SigningFiles): Signing {
  const texts = textOf(certificateFile, 'the certificate').match(CERTIFICATE) ?? [];
  const chain = texts.map((text) => parsed('the certificate is not one in PEM', () => new X509Certificate(text)));
  const [leaf] = chain;
  if (!leaf) throw new CertificateError('the file has no certificate in PEM');
  const pem = textOf(keyFile, 'the key');
  const key = parsed('the key is not one in PEM, or has a password', (): KeyObject => createPrivateKey(pem));
  if (!leaf.checkPrivateKey(key)) throw new CertificateError('the key doesn’t belong to the first certificate');
  if (leaf.ca) throw new CertificateError('the first certificate is an authority’s own, which may not sign files');
  const algorithm = algorithmOf(key);
  if (!algorithm) throw new CertificateError('the key is not P-256, P-384, Ed25519, or RSA of 2,048 bits or more');
  return { chain, key, algorithm };
}

/** When the first of them ends. */
export const endsAtMs = ({ chain }: Signing): number => Math.min(...chain.map(({ validTo }) => Date.parse(validTo)));

function textOf(path: string, what: string): string {
  return parsed(`${what} can’t be read`, () => readFileSync(path, 'utf8'));
}

function parsed<Value>(reason: string, parse: () => Value): Value {
  try {
    return parse();
  } catch (error) {
    // OpenSSL's words may quote the file. Codes of the file system say what to mend.
    const code = error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code)) ? error.code : '';
    throw new CertificateError(code === '' ? reason : `${reason} (${code})`);
  }
}
