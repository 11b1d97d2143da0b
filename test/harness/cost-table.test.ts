// The README and docs/costs.md publish the same costs.
import { expect, it } from 'vitest';
import { PRICE_TABLE } from '../bench/prices.ts';
import { expectTable, readmeAsPublished } from './cost-table.ts';

it('the README has the costs of docs/costs.md; npm run bench renews both', () => {
  const { now, published } = readmeAsPublished();
  expect(now).toBe(published);
});

it('the README lists the costs of eight functions', () => {
  expect(readmeAsPublished().now.match(/^\| `[\w-]+` \| \d+ \| [\d.]+ \|$/gm)).toHaveLength(8);
});

it('docs/costs.md lists the prices that the benchmark uses, each with source and date', () => {
  expectTable('Prices', PRICE_TABLE);
});
