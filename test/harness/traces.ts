// Searches texts for secrets: in clear, with blanks or hyphens, in base64, hex or percent encoding, or as a
// plain hash, which can be reversed by trying all card numbers.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { defined } from '#domain/defined.ts';
import { itemOf, table, tableName } from '#store/table/table.ts';

export type Secret = { name: string; value: string };

/** The names of the secrets that the text contains. */
export function tracesIn(text: string, secrets: readonly Secret[]): string[] {
  const readings = [text, ...decodings(text)];
  return secrets
    .filter((secret) => readings.some((reading) => contains(reading, secret)))
    .map(({ name }) => name);
}

function contains(text: string, { value }: Secret): boolean {
  if (value.length < 6) return containsCode(text, value);
  const unspaced = /^\d+$/.test(value) ? text.replaceAll(/(?<=\d)[ -](?=\d)/g, '') : text;
  return (
    [unspaced, text].some((one) => one.includes(value)) || hashesOf(value).some((hash) => text.includes(hash))
  );
}

/**
 * Three or four digits occur in every long number, so a code is found only if it stands alone; and as a number of
 * JSON only under a name of its own: some duration or count has its digits sooner or later.
 */
function containsCode(text: string, code: string): boolean {
  const places = text.matchAll(new RegExp(`(?:"(\\w+)\\\\*": ?|(?<![\\w.+/-]))${code}(?![\\w.+/-])`, 'g'));
  return [...places].some(([, name]) => name === undefined || /cvv|cvc|cv2|cid|csc|code|pin/i.test(name));
}

const hashes = new Map<string, readonly string[]>();
/** Computed once: the same few secrets are searched in every text. */
function hashesOf(value: string): readonly string[] {
  const known = hashes.get(value);
  if (known !== undefined) return known;
  const all = ['md5', 'sha1', 'sha256', 'sha512'].flatMap((algorithm) =>
    (['hex', 'base64', 'base64url'] as const).map((encoding) =>
      createHash(algorithm).update(value).digest(encoding).replace(/=+$/, ''),
    ),
  );
  hashes.set(value, all);
  return all;
}

function decodings(text: string): string[] {
  const base64 = text.match(/[A-Za-z0-9+/_-]{16,}={0,2}/g) ?? [];
  const hex = text.match(/(?:[0-9a-fA-F]{2}){8,}/g) ?? [];
  const percent = text.includes('%')
    ? [text.replaceAll(/%([0-9a-f]{2})/gi, (_, two) => decodedByte(two))]
    : [];
  const bytes = [
    ...base64.map((one) => Buffer.from(one, 'base64')),
    ...hex.map((one) => Buffer.from(one, 'hex')),
  ];
  return [...percent, ...bytes.map((one) => one.toString('latin1'))];
}

const decodedByte = (two: string) => String.fromCharCode(Number.parseInt(two, 16));

/** Every row of the table as text, in its long form, bytes in latin1. */
export async function everyRow(): Promise<string[]> {
  const rows: string[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await table.send(
      new ScanCommand({ TableName: tableName(), ...defined({ ExclusiveStartKey }) }),
    );
    rows.push(...(page.Items ?? []).map((item) => JSON.stringify(itemOf(item), readableBytes)));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return rows;
}

function readableBytes(_: string, value: unknown): unknown {
  if (value instanceof Set) return [...value];
  return value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value;
}

/** Every file below the folder. */
export function everyFile(folder: string): { name: string; text: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => ({ name, text: readFileSync(join(parentPath, name), 'latin1') }));
}
