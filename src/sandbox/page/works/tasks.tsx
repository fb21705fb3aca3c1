import type { JSX } from 'preact';
import type { TaskCard, WorksView } from '../../playground/protocol.ts';
import { doWorks } from '../state/act.ts';
import { useNow } from '../state/now.ts';
import { shortRelativeTime } from '../text/times.ts';

const WORDS = { queued: 'waiting', running: 'running', success: 'done', failed: 'failed' };
const SHOWN = 8;

/** The tasks at the service, the newest first. */
export const Tasks = ({ works }: { works: WorksView }): JSX.Element => (
  <section aria-labelledby="tasks-title">
    <h3 id="tasks-title">Tasks at the service</h3>
    {works.tasks.length === 0 ? (
      <p class="quiet">None yet. A command like /image makes one.</p>
    ) : (
      <ul class="tasks">
        {works.tasks.slice(0, SHOWN).map((task) => (
          <TaskLine key={task.taskId} task={task} />
        ))}
      </ul>
    )}
    <details class="keywords">
      <summary>Words in a prompt that the service listens to</summary>
      <dl>
        {works.keywords.map(({ keyword, description }) => (
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

const asked = (polls: number): string => {
  if (polls === 0) return 'not asked yet';
  return polls === 1 ? 'asked once' : `asked ${polls} times`;
};

const TaskLine = ({ task }: { task: TaskCard }): JSX.Element => {
  const now = useNow();
  const { taskId, state, modelId, prompt, chargedCredits, refundedCredits, createdAtMs, polls } = task;
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
        {modelId} · {cost} · {asked(polls)} · {shortRelativeTime(createdAtMs, now)}
      </p>
      {isOpen && (
        <>
          <div class="meter" aria-hidden="true">
            <i class="running" style={{ width: `${progress * 100}%` }} />
          </div>
          <p class="task-buttons">
            <button
              type="button"
              class="button small secondary"
              onClick={() => void doWorks({ do: 'task', taskId, to: 'finish' })}
            >
              Finish now
            </button>
            <button
              type="button"
              class="button small secondary"
              onClick={() => void doWorks({ do: 'task', taskId, to: 'fail' })}
            >
              Let it fail
            </button>
          </p>
        </>
      )}
    </li>
  );
};
