import { z } from 'zod';
import { MINUTE_MS } from '../../../time/clock.ts';
import { faultNames } from '../../discord/fault-list.ts';
import { FAULTS } from '../../task-api/faults.ts';
import type { PlaygroundParts } from '../parts.ts';
import { shutOut } from '../shut-out.ts';
import type { BackstageAct } from './acts.ts';

/** Carries out what a visitor does behind the scenes. @throws ZodError for an unknown fault of Discord */
export const performBackstage = async (parts: PlaygroundParts, act: BackstageAct): Promise<void> => {
  const { discord, service, clock, bots, serviceKey } = parts;
  switch (act.do) {
    case 'fault':
      if (act.of === 'service') switchService(parts, act.name, act.on);
      else switchDiscord(parts, act.name, act.on);
      return;
    case 'clear-faults':
      service.faults.replace({});
      discord.faults.clear();
      return;
    case 'shut-out':
      shutOut(discord, act.channelId, act.on);
      return;
    case 'jump':
      clock.jump(act.minutes * MINUTE_MS);
      return;
    case 'task':
      service[act.to](act.taskId);
      return;
    case 'service-credits':
      service.setCredits(serviceKey, act.credits);
      return;
    case 'bot': {
      const bot = bots[act.process];
      if (act.to !== 'start') await bot?.kill();
      if (act.to !== 'kill') bot?.start();
      return;
    }
  }
};

const switchService = ({ service }: PlaygroundParts, wanted: string, on: boolean): void => {
  const name = FAULTS.find((one) => one.name === wanted)?.name;
  if (name === undefined) return;
  if (on) service.faults.switchOn(name);
  else service.faults.switchOff(name);
};

const switchDiscord = ({ discord }: PlaygroundParts, wanted: string, on: boolean): void => {
  const name = z.enum(faultNames).parse(wanted);
  if (on) discord.faults.switchOn({ name });
  else for (const one of discord.faults.list()) if (one.name === name) discord.faults.switchOff(one.id);
};
