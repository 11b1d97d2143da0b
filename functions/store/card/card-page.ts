// Card pages. A page has the key of a hosted page, because the address of both contains only a token.
import { type CardPage, cardPageFields } from '#domain/card/card-page.ts';
import { pageMark } from '#domain/payment/page-token.ts';
import { pageEnd } from '../page-deadline.ts';
import { change, create, type Write } from '../table/commit.ts';
import { brokenIn, orReview, requireSound } from '../table/invariants.ts';
import { hostedPageKey, listPartition, monthOf, pageKey, timeSort } from '../table/keys.ts';
import { type Kind, listEntry, reviewEntry } from '../table/kind.ts';
import { newItem, row, type Stored } from '../table/row.ts';

export type CardPageItem = Stored & CardPage;

export const CARD_PAGE = /* @__PURE__ */ row<Omit<CardPage, 'charge'>>('card-page', cardPageFields, {
  // A payment page has the same key and no purpose.
  isErased: (item) => item['purpose'] === undefined,
  invariants: {
    attempts: ({ verification, attemptCount }) => verification === undefined || attemptCount > 0,
    card: ({ state, cardStorageId }) => state !== 'Completed' || cardStorageId !== undefined,
  },
});

export const cardPageKind = () =>
  ({
    keys: [pageKey('{id}')],
    readBy: 'page, merchant',
    indexes: { list: [listEntry('CARD_PAGE')], due: [reviewEntry('PAGE')] },
    indexGrants: {
      'listed-card-page': [
        listPartition('{m}', 'CARD_PAGE', '{month}'),
        'card pages in lists',
        pageKey('{id}').pk,
      ],
    },
    events: 'the card that it stores',
    read: CARD_PAGE.find,
    brokenIn: brokenIn(CARD_PAGE),
  }) satisfies Kind;

/** In an index by month, in which operators find what a revoked key has left open. */
export function writeNewCardPage(page: CardPage): Write {
  const { merchantId, tokenDigest, createdAt } = page;
  const listed = {
    listPk: listPartition(merchantId, 'CARD_PAGE', monthOf(createdAt)),
    listSk: timeSort(createdAt, pageMark(tokenDigest)),
    ...pageEnd(page, new Date(createdAt)),
  };
  return create(
    'card-page',
    newItem(hostedPageKey(tokenDigest), { ...CARD_PAGE.attributes(page), ...listed }),
  );
}

/**
 * A conflict if the page was changed since it was read: a form, or an answer of the bank, counts once. The
 * page is claimed for a verification, or together with the sale of a period that is due.
 */
export function writeCardPage(
  page: CardPageItem,
  changed: Partial<CardPage>,
  remove: readonly ('guard' | 'guardedUntil' | 'lastDecline' | 'dueMinor' | 'dueAttempt')[] = [],
): Write {
  if (changed.state === 'Processing' || changed.dueMinor !== undefined) requireSound(CARD_PAGE, page, page);
  const write = change('card-page', page, CARD_PAGE.attributes(changed), remove);
  return orReview(CARD_PAGE, { ...page, ...changed }, write);
}
