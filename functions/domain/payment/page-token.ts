// The token of a page is its address. The table has only the digest, and logs, results and lists the mark,
// which is the id of the page and the key of its row.
import { createHash } from 'node:crypto';
import { isHostedPageToken, isPageId, makeHostedPageToken, type RandomBytes } from '../id.ts';

/** A token has 256 random bits, so a plain hash cannot be reversed. */
export const tokenDigest = (token: string) => createHash('sha256').update(token).digest('hex');

/** Identifies a page in results and in the log, which must not contain its token. */
export const pageMark = (tokenDigest: string) => tokenDigest.slice(0, 16);

/** The mark of its page has a letter: sixteen digits may look like a card number, which the log masks. */
export function newPageToken(randomBytes: RandomBytes): string {
  const token = makeHostedPageToken(randomBytes);
  return /[a-f]/.test(pageMark(tokenDigest(token))) ? token : newPageToken(randomBytes);
}

/** A page as a merchant names it: by its id, or by its token, whose digest must then be the page's. */
export type PageName = { id: string; byToken?: { token: string; digest: string } };

/** Undefined if the text is neither. */
export function readPageName(text: string): PageName | undefined {
  if (isPageId(text)) return { id: text };
  if (!isHostedPageToken(text)) return undefined;
  const digest = tokenDigest(text);
  return { id: pageMark(digest), byToken: { token: text, digest } };
}
