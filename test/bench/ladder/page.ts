// The floor and the buyer's pages.
export * from '#page/hosted-page.ts';
export { handler } from '../floor.ts';
