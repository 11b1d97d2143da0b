// docs/costs.md publishes the prices that the benchmark uses.
import { it } from 'vitest';
import { PRICE_TABLE } from '../../lib/cost/prices.ts';
import { expectTable } from './cost-table.ts';

it('docs/costs.md lists the prices that the benchmark uses, each with source and date', () => {
  expectTable('Prices', PRICE_TABLE);
});
