export * from './time/back-off.ts';
