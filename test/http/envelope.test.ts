import { expect, it } from 'vitest';
import { preferredLanguage } from '#http/envelope.ts';

it.each([
  [undefined, 'tr'],
  ['', 'tr'],
  ['*', 'tr'],
  ['en', 'en'],
  ['EN', 'en'],
  ['en-GB', 'en'],
  ['en-US,en;q=0.9,tr;q=0.8', 'en'],
  ['tr-TR,tr;q=0.9,en-US;q=0.8,en;q=0.7', 'tr'],
  ['de-DE,de;q=0.9,en;q=0.8', 'en'],
  ['de-DE,de;q=0.9,tr;q=0.8,en;q=0.7', 'tr'],
  ['tr;q=0.3,en;q=0.9', 'en'],
  ['en;q=0.3,tr;q=0.9', 'tr'],
  ['en;q=0', 'tr'],
  ['en;q=0,tr;q=0.1', 'tr'],
  ['en ; q = 0.5 , tr ; q = 0.6', 'tr'],
  ['en;q=high', 'tr'],
  ['eng', 'tr'],
  ['tre,en', 'en'],
  ['fr', 'tr'],
  [';;;,,,', 'tr'],
  ['x'.repeat(10_000), 'tr'],
])('Accept-Language %j selects %s', (header, language) => expect(preferredLanguage(header)).toBe(language));

it.each([
  ['de-DE,de;q=0.9', 'en'],
  ['ar-SA', 'en'],
  ['ru,en;q=0.5', 'en'],
  ['de,tr;q=0.5,en;q=0.3', 'tr'],
  ['*', 'tr'],
  ['', 'tr'],
  [undefined, 'tr'],
])('a buyer with Accept-Language %j reads %s', (header, language) =>
  expect(preferredLanguage(header, 'en')).toBe(language),
);
