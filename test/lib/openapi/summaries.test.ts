// Merchants read the summaries and descriptions of the route table in the OpenAPI document.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROUTES } from '#routes.ts';
import { OPENAPI_FILE } from '../../../lib/openapi/openapi.ts';

const VERBS = [
  'Abandon',
  'Approve',
  'Cancel',
  'Capture',
  'Charge',
  'Close',
  'Continue',
  'Create',
  'Delete',
  'Export',
  'Find',
  'List',
  'Pause',
  'Preview',
  'Receive',
  'Record',
  'Refund',
  'Reject',
  'Release',
  'Replace',
  'Report',
  'Resume',
  'Retrieve',
  'Revoke',
  'Return',
  'Send',
  'Show',
  'Store',
  'Submit',
  'Update',
  'Waive',
];

describe.each(ROUTES.map((route) => ({ name: `${route.method} ${route.path}`, route })))(
  'the row of $name',
  ({ route: { summary, description } }) => {
    it('the summary starts with a verb, has at most 60 characters and no full stop', () => {
      expect(VERBS).toContain(summary.split(' ')[0]);
      expect(summary.length).toBeLessThanOrEqual(60);
      expect(summary).not.toMatch(/\.$/);
    });

    it('the row has a description of one to five entries, each of whole sentences', () => {
      expect(description.length).toBeGreaterThanOrEqual(1);
      expect(description.length).toBeLessThanOrEqual(5);
      for (const sentence of description) expect(sentence).toMatch(/^(?:[A-Z0-9]|`\w).*\.$/);
    });
  },
);

it('descriptions name only fields, values and calls that the API has', () => {
  const published = readFileSync(OPENAPI_FILE, 'utf8');
  const names = ROUTES.filter(({ audience }) => audience === 'merchant')
    .flatMap(({ description }) => [...description.join(' ').matchAll(/`([^`]+)`/g)])
    .map(([, name = '']) => name.replace(/: .*$/, ''));
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !published.includes(`"${name}"`))).toEqual([]);
});

it('no two rows have the same summary', () => {
  const summaries = ROUTES.map(({ summary }) => summary);
  expect(new Set(summaries).size).toBe(summaries.length);
});
