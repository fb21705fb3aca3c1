import { z } from 'zod';
import type { Clock } from '../../time/clock.ts';
import { describeFault, type FaultName, type FaultParameters, faultNames } from './fault-list.ts';
import type { Changes } from './state/events.ts';

const faultRequest = z.object({
  name: z.enum(faultNames),
  parameters: z.record(z.string(), z.union([z.number(), z.boolean(), z.string()])).default({}),
  /** Strikes requests of this method only. */
  method: z.string().optional(),
  /** Strikes routes of this pattern only, as the request log names them; `*` matches anything. */
  route: z.string().optional(),
  /** Ends after this many requests or events. */
  times: z.int().positive().optional(),
  /** Ends after this many milliseconds of the sandbox's clock. */
  forMs: z.number().positive().optional(),
});
export type FaultRequest = z.input<typeof faultRequest>;

/** A fault that is on. */
export interface ActiveFault {
  id: string;
  name: FaultName;
  parameters: FaultParameters;
  method: string | undefined;
  route: string | undefined;
  timesLeft: number | undefined;
  until: number | undefined;
}

/** The facts that decide whether a fault strikes a request. */
export interface FaultTarget {
  method: string;
  route: string;
  channelId: string | undefined;
  hasFiles: boolean;
}

const matchesPattern = (pattern: string, route: string): boolean => {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`).test(route);
};

/** The faults that are on. A `moment` goes to `onMoment` and never stays on. */
export class Faults {
  readonly #clock: Clock;
  readonly #changes: Changes;
  #active: ActiveFault[] = [];
  #count = 0;
  onMoment: (fault: ActiveFault) => void = () => undefined;

  constructor(clock: Clock, changes: Changes) {
    this.#clock = clock;
    this.#changes = changes;
  }

  /** @throws ZodError if the request names no fault */
  switchOn(request: FaultRequest): ActiveFault {
    const { name, parameters, method, route, times, forMs } = faultRequest.parse(request);
    const { kind, defaults } = describeFault(name);
    const fault: ActiveFault = {
      id: String(++this.#count),
      name,
      parameters: { ...defaults, ...parameters },
      method,
      route,
      timesLeft: times,
      until: forMs === undefined ? undefined : this.#clock.now() + forMs,
    };
    if (kind === 'moment') this.onMoment(fault);
    else this.#active.push(fault);
    this.#changes.emit({ kind: 'faults' });
    return fault;
  }

  switchOff(id: string): void {
    this.#keep((one) => one.id !== id);
  }

  clear(): void {
    this.#keep(() => false);
  }

  list(): ActiveFault[] {
    this.#expire();
    return structuredClone(this.#active);
  }

  /** The fault that strikes this request, counted as used. */
  ofRequest(target: FaultTarget): ActiveFault | undefined {
    return this.#use((one) => describeFault(one.name).kind === 'request' && isMet(one, target));
  }

  /** The gateway fault of this name if it is on, counted as used. */
  ofGateway(name: FaultName): ActiveFault | undefined {
    return this.#use((one) => one.name === name);
  }

  #use(matches: (fault: ActiveFault) => boolean): ActiveFault | undefined {
    this.#expire();
    const fault = this.#active.find(matches);
    if (!fault) return undefined;
    if (fault.timesLeft !== undefined && --fault.timesLeft <= 0) this.switchOff(fault.id);
    return fault;
  }

  #expire(): void {
    const now = this.#clock.now();
    if (this.#active.some((one) => one.until !== undefined && one.until <= now)) {
      this.#keep((one) => one.until === undefined || one.until > now);
    }
  }

  #keep(isKept: (fault: ActiveFault) => boolean): void {
    this.#active = this.#active.filter(isKept);
    this.#changes.emit({ kind: 'faults' });
  }
}

const isMet = (fault: ActiveFault, target: FaultTarget): boolean => {
  if (fault.method !== undefined && fault.method !== target.method) return false;
  if (fault.route !== undefined && !matchesPattern(fault.route, target.route)) return false;
  switch (fault.name) {
    case 'missing-access': {
      const channelId = fault.parameters['channelId'];
      return target.channelId !== undefined && (channelId === '' || channelId === target.channelId);
    }
    case 'unknown-message':
      return target.route.includes('/messages/') && target.method !== 'POST';
    case 'too-large':
    case 'too-large-html':
    case 'files-refused':
      return target.hasFiles;
    case 'token-not-found':
      return target.route.startsWith('/webhooks/');
    default:
      return true;
  }
};
