// The token of a page is its address. The table has only the digest, and logs, results and lists the mark.
import { createHash } from 'node:crypto';
import { makeHostedPageToken, type RandomBytes } from '../id.ts';

/** The key of a page's row. A token has 256 random bits, so a plain hash cannot be reversed. */
export const tokenDigest = (token: string) => createHash('sha256').update(token).digest('hex');

/** Identifies a page in results and in the log, which must not contain its token. */
export const pageMark = (tokenDigest: string) => tokenDigest.slice(0, 16);

/** The mark of its page has a letter: sixteen digits may look like a card number, which the log masks. */
export function newPageToken(randomBytes: RandomBytes): string {
  const token = makeHostedPageToken(randomBytes);
  return /[a-f]/.test(pageMark(tokenDigest(token))) ? token : newPageToken(randomBytes);
}
