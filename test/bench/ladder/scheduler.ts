// The floor and the Scheduler client.
export * from '#schedule/schedule.ts';
export { handler } from '../floor.ts';
