import type { Config } from '../config.ts';
import { type Finding, finding, logFinding } from '../findings/finding.ts';
import type { Watch } from '../health/open-findings.ts';
import type { Sign } from '../jobs/results/finish-file.ts';
import { CertificateError, endsAtMs, readSigning, type SigningFiles } from '../media/signing/certificate.ts';
import { createSignFile, type SignFile } from '../media/signing/signer.ts';
import { DAY_MS } from '../time/clock.ts';
import type { Base } from './base.ts';

/** A new certificate takes a few days. */
const WARN_BEFORE_MS = 30 * DAY_MS;

/** How delivered files are marked as made with AI, as the log, `/readyz` and doctor say it. */
export const MARKS = { plain: ['XMP'], signed: ['XMP', 'C2PA'] } as const;

/** @returns undefined if Easel signs nothing */
export function signingFilesOf(config: Config): SigningFiles | undefined {
  const { C2PA_CERTIFICATE_FILE: certificateFile, C2PA_KEY_FILE: keyFile } = config;
  return certificateFile === undefined || keyFile === undefined ? undefined : { certificateFile, keyFile };
}

/** Reads the certificate, and its key only to check it. @returns when it ends, or what is wrong with it */
export function checkCertificate(files: SigningFiles): { endMs: number } | Finding {
  try {
    return { endMs: endsAtMs(readSigning(files)) };
  } catch (error) {
    if (error instanceof CertificateError) return finding('media.signing', { cause: error.message });
    throw error;
  }
}

export function endFinding(endMs: number, nowMs: number): Finding | undefined {
  if (nowMs >= endMs) return finding('media.signing', { cause: 'the certificate has ended' });
  const date = new Date(endMs).toISOString().slice(0, 10);
  return nowMs > endMs - WARN_BEFORE_MS ? finding('media.certificate-ends', { date }) : undefined;
}

interface Signer extends Watch {
  marks: readonly string[];
  /** Undefined if there is no certificate that works. */
  sign: Sign | undefined;
}

/** Signs files with the operator's certificate. A failure never stops a delivery; the log says each once. */
export function openSigner(
  { config, clock, log }: Pick<Base, 'clock' | 'config' | 'log'>,
  create: (files: SigningFiles) => SignFile = createSignFile,
): Signer {
  const files = signingFilesOf(config);
  const checked = files && checkCertificate(files);
  if (!files || !checked) return { marks: MARKS.plain, sign: undefined, finding: () => undefined };
  if ('id' in checked) {
    logFinding(log, checked);
    return { marks: MARKS.plain, sign: undefined, finding: () => checked };
  }
  const ending = (): Finding | undefined => endFinding(checked.endMs, clock.now());
  const atStart = ending();
  if (atStart) logFinding(log, atStart);
  const signFile = create(files);
  let trouble: Finding | undefined;
  const onTrouble = (found: Finding): void => {
    if (trouble?.text !== found.text) logFinding(log, found);
    trouble = found;
  };
  return {
    marks: MARKS.signed,
    sign: async (file, parents, signal) => {
      const ended = ending();
      if (ended?.id === 'media.signing') {
        onTrouble(ended);
        return undefined;
      }
      const signed = await signFile(file, parents, signal);
      if (signed === 'type') return undefined;
      if (signed === 'too large') {
        log.info(
          { sizeBytes: file.sizeBytes, type: file.mimeType },
          'a file is too large to sign; it has the mark alone',
        );
        return undefined;
      }
      if ('reason' in signed) {
        onTrouble(finding('media.signing', { cause: signed.reason }));
        return undefined;
      }
      trouble = undefined;
      return signed;
    },
    finding: () => trouble ?? ending(),
  };
}
