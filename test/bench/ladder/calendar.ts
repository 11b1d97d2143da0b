// The floor and the polyfill of Temporal.
export * from '#domain/time/wall-clock.ts';
export { handler } from '../floor.ts';
