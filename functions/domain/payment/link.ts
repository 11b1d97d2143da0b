// A payment link: a page that was made for longer than a day, and is sent by message. Its attempts are
// counted by the day of the merchant, so that a buyer who has used them up comes back on the next one, and a
// link that strangers try cards on stays bounded (hosted-page.md 14).
import { addDays, localDay, startOfLocalDay } from '../time/business-day.ts';
import { DAY_MS, isoOf } from '../time/duration.ts';
import type { HostedPage } from './hosted-page.ts';
import { MAX_DECLINES } from './page-state.ts';

/** So many declined attempts end a link; of a day it takes as many as a page in all. */
export const MAX_LINK_DECLINES = 20;

/** No buyer can extend a page to more than a day, so its dates tell what it was made as. */
export const isLink = ({ createdAt, expiresAt }: Pick<HostedPage, 'createdAt' | 'expiresAt'>): boolean =>
  Date.parse(expiresAt) - Date.parse(createdAt) > DAY_MS;

type TriedPage = Pick<
  HostedPage,
  'createdAt' | 'expiresAt' | 'timeZone' | 'declineCount' | 'cardMarks' | 'linkDay' | 'guard'
>;

const dayAt = ({ timeZone }: TriedPage, now: Date) => localDay(now.getTime(), timeZone);
const isOfToday = (page: TriedPage, now: Date): boolean => page.linkDay?.day === dayAt(page, now);

/** The marks of the cards that count: on a link those of today. */
export const cardsTried = (page: TriedPage, now: Date): readonly string[] =>
  isLink(page) && !isOfToday(page, now) ? [] : (page.cardMarks ?? []);

/** What the claim of an attempt writes. An attempt counts on the day on which it began. */
export function triedAt(
  page: TriedPage,
  cardMark: string | undefined,
  now: Date,
): { cardMarks: string[]; linkDay?: NonNullable<HostedPage['linkDay']> } {
  const tried = cardsTried(page, now);
  const cardMarks = [...new Set([...tried, ...(cardMark === undefined ? [] : [cardMark])])];
  if (!isLink(page)) return { cardMarks };
  const newDay = { day: dayAt(page, now), declinesBefore: page.declineCount };
  return { cardMarks, linkDay: (isOfToday(page, now) && page.linkDay) || newDay };
}

const declinesToday = (page: TriedPage, now: Date): number =>
  isOfToday(page, now) ? page.declineCount - (page.linkDay?.declinesBefore ?? 0) : 0;

/** The declines that end a page. */
export const mostDeclines = (page: Pick<HostedPage, 'createdAt' | 'expiresAt'>): number =>
  isLink(page) ? MAX_LINK_DECLINES : MAX_DECLINES;

/** The attempts that the buyer has now: of a link, today. */
export function attemptsLeft(page: TriedPage, now: Date): number {
  const inAll = mostDeclines(page) - page.declineCount;
  return isLink(page) ? Math.min(inAll, MAX_DECLINES - declinesToday(page, now)) : inAll;
}

/**
 * ISO: the instant from which an open link takes a card again, if its attempts or cards of today are used up.
 * It may be later than the link's end. Only a claim removes a guard, so that of too many cards is of its day.
 */
export function restsUntil(page: TriedPage, now: Date): string | undefined {
  if (!isLink(page) || !isOfToday(page, now)) return undefined;
  const isUsedUp = declinesToday(page, now) >= MAX_DECLINES || page.guard === 'CARDS';
  return isUsedUp ? isoOf(startOfLocalDay(addDays(dayAt(page, now), 1), page.timeZone)) : undefined;
}
