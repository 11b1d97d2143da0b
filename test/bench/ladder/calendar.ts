// The floor and the stand-in for Temporal.
export * from '#domain/time/wall-clock.ts';
export { handler } from '../floor.ts';
