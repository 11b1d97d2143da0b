// The numbers of rules that callers are told of, each stated here alone: answers, the API's document and the
// pages make their texts of them, and test/docs/limits.test.ts holds the documents to them.

/** The longest life of a page of an order: of a payment link. */
export const LONGEST_PAGE_DAYS = 90;

/** A payment may be refunded for so long. */
export const REFUND_DAYS = 365;
/** A payment may be cancelled as a whole for so long. */
export const CANCELLATION_HOURS = 24;

/** A list searches for so long, once it has something to say: rows, or how far it got with its filters. */
export const SEARCH_SECONDS = 5;
/** Such a list goes back so far by what no index holds: without dates, by a bank's numbers, and at most. */
export const SEARCH_DAYS = 7;
export const MOST_SEARCH_DAYS = 31;
/** Customers that a call compares with a name, and rows that it puts in an order that no index has. */
export const MOST_NAMES_READ = 1000;
export const MOST_ORDERED = 10_000;
/** Rows of a list as a table. */
export const MOST_CSV_ROWS = 5000;
/** The days of statistics: without dates, and at most. */
export const STATISTICS_DAYS = 30;
export const MOST_STATISTICS_DAYS = 366;

/** In which declines are counted against those who try stolen numbers. */
export const DECLINE_MINUTES = 10;

export const MIN_PHONE_DIGITS = 7;
export const MAX_PHONE_DIGITS = 15;

/** Most rows of the installment table of a virtual POS. */
export const MOST_TABLE_ROWS = 400;

/** Lifetime of a temporary card. */
export const TEMPORARY_CARD_MINUTES = 30;
/** Most characters of a buyer's name on a page. */
export const MAX_BUYER_NAME = 100;

/** Most changes of a plan that have yet to take effect. */
export const MOST_PLAN_CHANGES = 10;

/** Events are shown and sent for so long; the table removes them days later. */
export const EVENTS_KEPT_DAYS = 90;
export const MOST_WEBHOOKS = 16;
/** Most API keys of a merchant that work at the same time, if keys make them. */
export const MOST_API_KEYS = 100;
/** A key ends after so long, unless whoever makes it says another end. */
export const API_KEY_DAYS = 365;
/** The end of a key is announced so many days before, three times. */
export const KEY_FIRST_NOTICE_DAYS = 60;
export const KEY_SECOND_NOTICE_DAYS = 30;
export const KEY_LAST_NOTICE_DAYS = 7;
/** API Gateway caches the answer of the authorizer for so long: a revoked key may work until then. */
export const KEY_CACHED_SECONDS = 60;
/** Most addresses, or ranges of them, to which a key is limited. */
export const MOST_KEY_ADDRESSES = 20;
/** A receiver has so long to answer an event; the test of a webhook, with the connection, so long. */
export const ANSWER_SECONDS = 15;
export const WEBHOOK_TEST_SECONDS = 5;
/**
 * No try to deliver begins later than this after the first, without the time of holds. A webhook without a
 * success for this long is disabled.
 */
export const DELIVERY_DAYS = 5;
/** After a rotation the former secret signs too, for so long. */
export const BOTH_SECRETS_HOURS = 24;
/** So much of a receiver's answer is kept and shown. */
export const ANSWER_CHARACTERS = 1000;

/** The first request under an idempotency key is remembered for so long. */
export const IDEMPOTENCY_DAYS = 30;
export const MAX_IDEMPOTENCY_KEY = 255;
export const MAX_BODY_KIB = 64;
/** How deep objects and lists of a body may be nested. */
export const MAX_JSON_LEVELS = 20;

/** A link to sign in to the console is good once, for so long. */
export const SIGN_IN_MINUTES = 10;
export const SESSION_HOURS = 8;
/** A session that nobody renews for so long has ended: the console renews it while somebody works. */
export const IDLE_MINUTES = 15;
