import type { JSX } from 'preact';
import type { BackstageView } from '../../playground/protocol.ts';
import { useNow } from '../state/now.ts';
import { shortRelativeTime } from '../text/times.ts';
import { BackstageButton } from './backstage-button.tsx';

const WORDS = { queued: 'waiting', running: 'running', success: 'done', failed: 'failed' };
const SHOWN = 8;

/** The tasks at the service, the newest first. */
export const Tasks = ({ backstage }: { backstage: BackstageView }): JSX.Element => (
  <section aria-labelledby="tasks-title">
    <h3 id="tasks-title">Tasks at the service</h3>
    {backstage.tasks.length === 0 ? (
      <p class="quiet">None yet. A command like /image makes one.</p>
    ) : (
      <ul class="tasks">
        {backstage.tasks.slice(0, SHOWN).map((task) => (
          <TaskLine key={task.taskId} task={task} />
        ))}
      </ul>
    )}
    <details class="keywords">
      <summary>Keywords for a prompt</summary>
      <dl>
        {backstage.keywords.map(({ keyword, description }) => (
          <div key={keyword}>
            <dt>
              <code>{keyword}</code>
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </details>
  </section>
);

const polledText = (polls: number): string => {
  if (polls === 0) return 'not polled yet';
  return polls === 1 ? 'polled once' : `polled ${polls} times`;
};

const TaskLine = ({ task }: { task: BackstageView['tasks'][number] }): JSX.Element => {
  const now = useNow();
  const { taskId, state, chargedCredits, refundedCredits, createdAtMs, polls } = task;
  const { modelId, prompt } = task.request;
  const isOpen = state === 'queued' || state === 'running';
  const whole = task.endsAtMs - task.createdAtMs;
  const progress = Math.min(1, Math.max(0, (now - createdAtMs) / Math.max(1, whole)));
  const cost = refundedCredits > 0 ? `${refundedCredits} returned` : `${chargedCredits} credits`;
  return (
    <li class={`task ${state}`}>
      <p class="task-head">
        <span class="state">{WORDS[state]}</span>
        <span class="task-prompt" title={prompt}>
          {prompt}
        </span>
      </p>
      <p class="quiet">
        {modelId} · {cost} · {polledText(polls)} · {shortRelativeTime(createdAtMs, now)}
      </p>
      {isOpen && (
        <>
          <div class="meter" aria-hidden="true">
            <i class="running" style={{ width: `${progress * 100}%` }} />
          </div>
          <p class="task-buttons">
            <BackstageButton what={{ do: 'task', taskId, to: 'finish' }}>Finish now</BackstageButton>
            <BackstageButton what={{ do: 'task', taskId, to: 'fail' }}>Fail now</BackstageButton>
          </p>
        </>
      )}
    </li>
  );
};
