// The deadline of a page in its row, also of a card page: moved by one conditional write.
import type { Write } from '../table/commit.ts';
import { hostedPageKey } from '../table/keys.ts';

/** A conflict unless the page is open at this moment, or if its deadline is later. */
export const writeHostedPageExtension = (tokenDigest: string, expiresAt: string, now: Date): Write => ({
  what: 'hosted-page',
  kind: 'update',
  key: hostedPageKey(tokenDigest),
  set: { expiresAt },
  condition: {
    expression: `#state = :open AND #expiresAt > :now AND #expiresAt < :until
      AND attribute_not_exists(#supersededAt)`,
    values: { ':open': 'Open', ':now': now.toISOString(), ':until': expiresAt },
  },
});
