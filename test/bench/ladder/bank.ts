// The floor and the bank's adapter.
export * from '#acquirer/connect.ts';
export { handler } from '../floor.ts';
