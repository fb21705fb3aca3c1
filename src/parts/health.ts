import type { Config } from '../config.ts';
import { finding, logFinding } from '../findings/finding.ts';
import { createHealth, type HealthSources, type NotServing, notServing } from '../health/health.ts';
import { runHeartbeat } from '../health/heartbeat.ts';
import { serveHealth } from '../health/serve-health.ts';
import { createStoreWatch } from '../health/store-watch.ts';
import { failureReason } from '../store/database/failures.ts';
import type { Store } from '../store/store.ts';
import type { Ports } from './base.ts';
import { createMetering } from './metering.ts';

type Serving = Omit<HealthSources, 'clock' | 'storeWatch'> & { store: Pick<Store, 'selfTest'> };

/** Answers questions about health from the first moment on, if configured. If the port is taken, Easel continues. */
export async function openHealth(
  { HEALTH_HOST: host, HEALTH_PORT: port, HEARTBEAT_URL: url }: Config,
  { clock, log }: Ports,
) {
  const metering = createMetering({ clock, log });
  const { metrics } = metering;
  let health = notServing({ state: 'starting' });
  const serve = (on: number): ReturnType<typeof serveHealth> =>
    serveHealth(
      { host, port: on },
      {
        '/livez': () => ({ status: 200, body: { live: true } }),
        '/readyz': () => health.readyz(),
        '/healthz': () => health.healthz(),
        '/metrics': async () => ({ status: 200, type: metrics.contentType, body: await metrics.render() }),
      },
      (error) => log.error({ err: error }, 'a question about health could not be answered'),
    );
  metrics.observe({
    process: () => ({ state: health.state, isReady: health.isReady() }),
    findings: () => health.findings(),
  });
  const server =
    port === undefined
      ? undefined
      : await serve(port).catch((error: unknown) => {
          const found = finding('machine.health', { reason: failureReason(error, 'address') });
          logFinding(log, found, { host, port, err: error });
        });
  if (server) metrics.addDefaults();
  return {
    metering,
    port: server?.port,
    close: async (): Promise<void> => server?.close(),
    /** The bot doesn't serve anyone yet. */
    onState: (state: NotServing): void => {
      health = notServing(state);
    },
    /** The bot serves. Watches what only health asks for, until the signal aborts. */
    run: async (sources: Serving, signal: AbortSignal): Promise<void> => {
      const storeWatch = createStoreWatch({ clock, log, test: () => sources.store.selfTest() });
      health = createHealth({ ...sources, clock, storeWatch });
      const isReady = (): boolean => health.isReady();
      await Promise.all([
        (server || url !== undefined) && storeWatch.run(signal),
        url !== undefined && runHeartbeat({ url, isReady, clock, log }, signal),
      ]);
    },
  };
}
