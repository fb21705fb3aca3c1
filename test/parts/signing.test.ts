import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/log.ts';
import type { SignFile } from '../../src/media/signing/signer.ts';
import { openSigner } from '../../src/parts/signing.ts';
import { DAY_MS } from '../../src/time/clock.ts';
import { newCertificate } from '../support/certificates.ts';
import { FakeClock } from '../support/fake-clock.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'easel-certificate-'));
});
afterEach(() => rm(folder, { recursive: true }));

const NEEDED = { DISCORD_TOKEN: 'abcdefghij.a.b', TASK_API_URL: 'https://service.example', TASK_API_KEY: 'sk-a' };
const file = { path: 'a.png', sizeBytes: 1, kind: 'image', mimeType: 'image/png', extension: 'png' } as const;
const { signal } = new AbortController();

async function opened(certificate: string | undefined, key: string, answers: Awaited<ReturnType<SignFile>>[] = []) {
  const files = { C2PA_CERTIFICATE_FILE: join(folder, 'certificate.pem'), C2PA_KEY_FILE: join(folder, 'key.pem') };
  if (certificate !== undefined) await writeFile(files.C2PA_CERTIFICATE_FILE, certificate);
  await writeFile(files.C2PA_KEY_FILE, key);
  const clock = new FakeClock();
  const lines: { finding?: string }[] = [];
  const config = readConfig({ ...NEEDED, ...files });
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const left = [...answers];
  const signer = openSigner({ config, clock, log }, () => async () => left.shift() ?? 'type');
  return { signer, clock, lines };
}

describe('a certificate', () => {
  it('that works signs files, and warns for 30 days before its end', async () => {
    const endMs = new FakeClock().now() + 31 * DAY_MS;
    const { chain, key } = newCertificate({ endMs });
    const { signer, clock } = await opened(chain, key, [file]);
    expect(signer.marks).toEqual(['XMP', 'C2PA']);
    expect(signer.finding()).toBeUndefined();
    expect(await signer.sign?.(file, [], signal)).toEqual(file);
    await clock.leap(2 * DAY_MS);
    expect(signer.finding()?.id).toBe('media.certificate-ends');
    await clock.leap(30 * DAY_MS);
    expect(signer.finding()?.text).toContain('has ended');
    expect(await signer.sign?.(file, [], signal)).toBeUndefined();
  });

  const { chain, key, root, rootKey } = newCertificate();
  it.each([
    ['is missing', undefined, key, 'the certificate can’t be read (ENOENT)'],
    ['is no certificate', 'hello', key, 'no certificate in PEM'],
    ['is broken', chain.replace('\nMII', '\nAAA'), key, 'the certificate is not one in PEM'],
    ['has another key', chain, newCertificate().key, 'the key doesn’t belong'],
    ['has no key', chain, 'hello', 'the key is not one in PEM'],
    ['is an authority’s', root, rootKey, 'an authority’s own'],
    ['has a key of another kind', ...pairOf('P-521'), 'the key is not P-256'],
  ])('that %s signs nothing, and a finding says why without the key', async (_, certificate, pem, reason) => {
    const { signer, lines } = await opened(certificate, pem);
    expect(signer).toMatchObject({ marks: ['XMP'], sign: undefined });
    expect(signer.finding()?.text).toContain(reason);
    expect(lines).toMatchObject([{ finding: 'media.signing' }]);
    const secret = pem.split('\n')[1] ?? pem;
    expect(pem === 'hello' || !JSON.stringify(lines).includes(secret)).toBe(true);
  });
});

function pairOf(kind: 'P-521'): [string, string] {
  const { chain, key } = newCertificate({ kind });
  return [chain, key];
}

it('logs a failing signature once, until one works again', async () => {
  const { chain, key } = newCertificate();
  const failed = { reason: 'it took too long' };
  const { signer, lines } = await opened(chain, key, [failed, failed, 'too large', file, failed]);
  for (let times = 0; times < 2; times += 1) expect(await signer.sign?.(file, [], signal)).toBeUndefined();
  const logged = () => lines.filter(({ finding }) => finding === 'media.signing').length;
  expect(logged()).toBe(1);
  expect(await signer.sign?.(file, [], signal)).toBeUndefined();
  expect(signer.finding()?.text).toContain('took too long');
  expect(await signer.sign?.(file, [], signal)).toEqual(file);
  expect(signer.finding()).toBeUndefined();
  await signer.sign?.(file, [], signal);
  expect(logged()).toBe(2);
});

it('needs a certificate and its key together', () => {
  for (const name of ['C2PA_CERTIFICATE_FILE', 'C2PA_KEY_FILE'])
    expect(() => readConfig({ ...NEEDED, [name]: '/tmp/a.pem' })).toThrow('the configuration has a fault');
});
