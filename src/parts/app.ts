import type { Alerts } from './alerts.ts';
import type { Base } from './base.ts';
import type { Discord } from './discord.ts';
import type { Making } from './making.ts';
import type { Money } from './money.ts';
import type { Service } from './service.ts';

/** All services of the bot but moderation's, which are built from these. */
export type App = Base & Money & Service & Discord & Alerts & Making;
