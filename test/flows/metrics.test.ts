import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../src/sandbox/postgres/postgres-server.ts';
import { atelier, GALLERY, people, startEasel } from '../support/easel.ts';

it('an ordinary day shows in the metrics, without its members, servers and prompts', async () => {
  const port = await freePort();
  const easel = await startEasel({
    environment: { HEALTH_PORT: port, OPERATOR_CHANNEL_ID: atelier.channels.staff, BUDGET_ALL_CREDITS: '5' },
  });
  onTestFinished(() => easel.close());
  const prompt = 'a harbour that no label names';
  const image = () => easel.command(people.member, { channelId: GALLERY, name: 'image', options: { prompt } });
  await image();
  await easel.idle();
  // The month has one credit left.
  await image();
  await easel.command(people.member, { channelId: GALLERY, name: 'help', options: {} });
  const rendered = async (): Promise<string> => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  // The month is read once a minute.
  await easel.until(async () => (await rendered()).includes('easel_month_used_credits 4'), { stepMs: 5_000 });

  const text = await rendered();
  const values = new Map(
    [...text.matchAll(/^(easel_\S+?(?:\{[^}]*\})?) (\S+)$/gm)].map(([, name, value]) => [name, Number(value)]),
  );
  const expected = {
    easel_ready: 1,
    'easel_state{state="serving"}': 1,
    'easel_shards{state="connected"}': 1,
    'easel_interactions_total{kind="command",outcome="answered"}': 2,
    'easel_interactions_total{kind="command",outcome="refused"}': 1,
    'easel_refusals_total{reason="budget.everywhere"}': 1,
    'easel_first_response_seconds_count{kind="command"}': 3,
    'easel_service_calls_total{operation="create",outcome="done"}': 1,
    'easel_result_fetches_total{outcome="done"}': 1,
    'easel_job_seconds_count{kind="image"}': 1,
    'easel_tasks_ended_total{kind="image",outcome="delivered"}': 1,
    'easel_tasks{state="submitted"}': 0,
    easel_month_ceiling_credits: 5,
    easel_month_used_credits: 4,
    'easel_alerts_total{kind="ceiling",outcome="posted"}': 1,
    'easel_alerts_total{kind="ceiling",outcome="not posted"}': 0,
  };
  expect(Object.fromEntries(Object.keys(expected).map((name) => [name, values.get(name)]))).toEqual(expected);
  for (const name of [
    'easel_poll_lateness_seconds_count',
    'easel_discord_calls_total{class="answers",outcome="done"}',
    'easel_disk_free_bytes{folder="store"}',
    'easel_disk_size_bytes{folder="results"}',
  ])
    expect(values.get(name), name).toBeGreaterThan(0);
  for (const secret of [prompt, people.member, GALLERY, atelier.channels.staff]) expect(text).not.toContain(secret);
});
