import type { FindingId } from './table.ts';

/** The finding of each state of the service that is trouble. */
export const SERVICE_FINDINGS = {
  'bad key': 'service.key',
  'refuses requests': 'service.refuses',
  'not the service': 'service.stranger',
  'creates fail': 'service.creates',
  down: 'service.down',
} as const satisfies Record<string, FindingId>;

export type ServiceTrouble = keyof typeof SERVICE_FINDINGS;

export const isServiceTrouble = (status: string): status is ServiceTrouble => Object.hasOwn(SERVICE_FINDINGS, status);
