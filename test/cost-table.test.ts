// What is told about costs is told alike in both places.
import { expect, it } from 'vitest';
import { readmeAsPublished } from './cost-table.ts';

it('the README tells of costs what docs/costs.md tells; if not: npm run bench', () => {
  const { now, published } = readmeAsPublished();
  expect(now).toBe(published);
});

it('the README tells of eight functions', () => {
  expect(readmeAsPublished().now.match(/^\| `[\w-]+` \| \d+ \| [\d.]+ \|$/gm)).toHaveLength(8);
});
