import type { JSX } from 'preact';
import type { BackstageView, FaultCard } from '../../playground/protocol.ts';
import { actBackstage } from '../state/act.ts';
import { useSelected } from '../state/store.ts';
import { channelOf, titleOf } from '../state/world.ts';
import { BackstageButton } from './backstage-button.tsx';

const JUMPS = [
  { minutes: 20, label: '20 min' },
  { minutes: 60, label: '1 hour' },
];

/** A switch for each thing that can go wrong. */
export const FaultSwitches = ({ backstage }: { backstage: BackstageView }): JSX.Element => {
  const channel = useSelected((state) => channelOf(state.world, state.channelId));
  const all = [...backstage.serviceFaults, ...backstage.discordFaults];
  const minutes = Math.round(backstage.clockOffsetMs / 60_000);
  return (
    <section aria-labelledby="faults-title">
      <h3 id="faults-title">
        Make something go wrong
        {all.some(({ isOn }) => isOn) && (
          <button type="button" class="as-link" onClick={() => void actBackstage({ do: 'clear-faults' })}>
            Switch all off
          </button>
        )}
      </h3>
      <h4>The service</h4>
      <Faults of="service" faults={backstage.serviceFaults} />
      <h4>Discord</h4>
      <Faults of="discord" faults={backstage.discordFaults}>
        {channel && channel.type !== 1 && (
          <Switch
            title={`Easel loses access to ${titleOf(channel)}`}
            description="Removes its View Channel permission here."
            isOn={channel.botShutOut}
            onPress={() => void actBackstage({ do: 'shut-out', channelId: channel.id, on: !channel.botShutOut })}
          />
        )}
      </Faults>
      <h4>Time</h4>
      <div class="fault">
        <div>
          <p>Jump ahead</p>
          <p class="quiet">
            Tasks finish, requests and votes expire within seconds, and interaction tokens expire after 15 minutes.
            {minutes > 0 && <> Now {minutes} minutes ahead.</>}
          </p>
        </div>
        <span class="jumps">
          {JUMPS.map(({ minutes: ahead, label }) => (
            <BackstageButton key={ahead} what={{ do: 'jump', minutes: ahead }} label={`Jump ${label} ahead`}>
              {label}
            </BackstageButton>
          ))}
        </span>
      </div>
    </section>
  );
};

const Faults = (props: {
  of: 'service' | 'discord';
  faults: FaultCard[];
  children?: JSX.Element | null | false | undefined;
}): JSX.Element => {
  const { of, faults } = props;
  const draw = (fault: FaultCard): JSX.Element => <Fault key={fault.name} of={of} fault={fault} />;
  const rest = faults.filter(({ isUsual }) => !isUsual);
  const isOn = rest.filter((fault) => fault.isOn).length;
  return (
    <>
      {faults.filter(({ isUsual }) => isUsual).map(draw)}
      {props.children}
      <details>
        <summary>
          {rest.length} more{isOn > 0 ? `, ${isOn} on` : ''}
        </summary>
        {rest.map(draw)}
      </details>
    </>
  );
};

const Fault = ({ of, fault }: { of: 'service' | 'discord'; fault: FaultCard }): JSX.Element => {
  const { name, title, description, isOn, isMoment } = fault;
  const onPress = (): void => void actBackstage({ do: 'fault', of, name, on: !isOn });
  if (!isMoment) return <Switch title={title} description={description} isOn={isOn} onPress={onPress} />;
  return (
    <div class="fault">
      <div>
        <p>{title}</p>
        <p class="quiet">{description}</p>
      </div>
      <BackstageButton what={{ do: 'fault', of, name, on: true }} label={`Trigger: ${title}`}>
        Trigger
      </BackstageButton>
    </div>
  );
};

const Switch = (props: { title: string; description: string; isOn: boolean; onPress: () => void }): JSX.Element => (
  <button type="button" class="fault switch" role="switch" aria-checked={props.isOn} onClick={props.onPress}>
    <span>
      <span class="fault-title">{props.title}</span>
      <span class="quiet">{props.description}</span>
    </span>
    <i class="track" aria-hidden="true" />
  </button>
);
