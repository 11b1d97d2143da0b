// Pages of a list, as the Scheduler's list operations answer them: a page continues after the last key it
// showed, so entries that come or go in between are neither shown twice nor hide others.
import { AwsError } from '../aws-json.ts';

const largestPage = 100;

/** `entries` must be sorted by key. The page's entries, and a token if there are more. */
export function pageOf<Value>(
  entries: readonly [key: string, value: Value][],
  query: URLSearchParams,
): { values: Value[]; nextToken?: string } {
  const size = Number(query.get('MaxResults') ?? largestPage);
  if (!Number.isInteger(size) || size < 1 || size > largestPage) {
    throw new AwsError('ValidationException', `Value at 'maxResults' must be from 1 to ${largestPage}`);
  }
  const after = readToken(query.get('NextToken'));
  const start = after === undefined ? 0 : entries.findIndex(([key]) => key > after);
  const rest = start < 0 ? [] : entries.slice(start);
  const page = rest.slice(0, size);
  const values = page.map(([, value]) => value);
  const lastKey = page.at(-1)?.[0];
  if (lastKey === undefined || rest.length <= size) return { values };
  return { values, nextToken: Buffer.from(lastKey, 'utf8').toString('base64url') };
}

function readToken(token: string | null): string | undefined {
  if (token === null) return undefined;
  const key = Buffer.from(token, 'base64url').toString('utf8');
  if (key !== '' && Buffer.from(key, 'utf8').toString('base64url') === token) return key;
  throw new AwsError('ValidationException', 'Invalid NextToken');
}
