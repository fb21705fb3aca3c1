export * from './time/time-limit.ts';
