export * from './discord/interactions/member-error.ts';
