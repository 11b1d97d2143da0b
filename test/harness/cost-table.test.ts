// What is told about costs is told alike in both places.
import { expect, it } from 'vitest';
import { PRICE_TABLE } from '../bench/prices.ts';
import { expectTable, readmeAsPublished } from './cost-table.ts';

it('the README tells of costs what docs/costs.md tells; if not: npm run bench', () => {
  const { now, published } = readmeAsPublished();
  expect(now).toBe(published);
});

it('the README tells of eight functions', () => {
  expect(readmeAsPublished().now.match(/^\| `[\w-]+` \| \d+ \| [\d.]+ \|$/gm)).toHaveLength(8);
});

it('the published prices are those that calls are priced by, each with its source and its day', () => {
  expectTable('Prices', PRICE_TABLE);
});
