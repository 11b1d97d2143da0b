// The floor and the stand-in for Temporal.
export * from '#domain/wall-clock.ts';
export { handler } from '../floor.ts';
