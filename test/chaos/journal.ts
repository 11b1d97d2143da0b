// The requests of a round's callers and the answers that they received. Every write has an idempotency key,
// so the journal contains the promised answer of each key, with which auditors and replays compare.
import type { Json } from '../release/shop.ts';

type Write = {
  merchant: string;
  method: string;
  path: string;
  /** JSON text. */
  body: string;
  key: string;
  /** A part of the object that the call creates. It identifies the object if the answer was lost. */
  tag: string;
};
/** `isReplay`: the service marked the answer as a repeated, stored response. */
export type Answer = { status: number; text: string; isReplay: boolean };

export type Sent = Write & {
  /** The first answer that the service must repeat for this key. */
  promised?: Answer;
  /** The last answer that is not stored under the key. */
  refused?: Answer;
  /** The number of answers with the promised text that were not marked as repeated. */
  originals: number;
  /** The number of times that the connection broke before an answer. */
  unheard: number;
};

/** The signed result that a buyer's browser received. */
export type Told = { merchant: string; reference: string; status: string };
/** A time, in milliseconds, in which the scheduler was stopped, or a killed service did not fire due work. */
export type Outage = { fromMs: number; toMs: number };

export type Journal = {
  sent: Map<string, Sent>;
  told: Told[];
  outages: Outage[];
  violations: string[];
  counts: { operations: number; requests: number; kills: number; unheard: number; replays: number };
};

export const openJournal = (): Journal => ({
  sent: new Map(),
  told: [],
  outages: [],
  violations: [],
  counts: { operations: 0, requests: 0, kills: 0, unheard: 0, replays: 0 },
});

export const dataOf = ({ text }: Answer): Json => (JSON.parse(text) as { data: Json | null }).data ?? {};
export const codeOf = ({ text }: Answer): string | null =>
  (JSON.parse(text) as { errorCode: string | null }).errorCode;

export const isSuccess = ({ status }: Answer) => status >= 200 && status < 300;

/** True if the service stores this answer under the key (api.md 7.2 and 7.5). */
const isStored = (answer: Answer): boolean =>
  isSuccess(answer) || ([404, 409, 410, 422].includes(answer.status) && dataOf(answer)['retryable'] !== true);

/** True if the promised answer contained a card or customer whose deletion was requested (api.md 7.9). */
function isErased(journal: Journal, promised: Answer, answer: Answer): boolean {
  const isGone = ['CARD_NOT_FOUND', 'CUSTOMER_NOT_FOUND'].includes(codeOf(answer) ?? '');
  if (answer.status !== 404 || !isGone || !isSuccess(promised)) return false;
  const { id, customerId } = dataOf(promised);
  const deletions = [...journal.sent.values()].filter(({ method }) => method === 'DELETE');
  return deletions.some(({ path }) => [id, customerId].includes(path.split('/').at(-1)));
}

/**
 * Records an answer. Two different answers to one key break its promise, and so does a second answer that is
 * not marked as repeated. Of two concurrent requests the repeated answer may arrive first.
 */
export function hear(journal: Journal, sent: Sent, answer: Answer): void {
  const name = `${sent.method} ${sent.path} of ${sent.merchant}, key ${sent.key}`;
  if (sent.promised !== undefined) {
    journal.counts.replays += 1;
    if (isErased(journal, sent.promised, answer)) return;
    if (!answer.isReplay) sent.originals += 1;
    const { status, text } = sent.promised;
    if (answer.status === status && answer.text === text && sent.originals <= 1) return;
    const now = `${answer.status} ${answer.text}${answer.isReplay ? '' : ' (no replay)'}`;
    journal.violations.push(`${name} was answered ${status} ${text}, and again: ${now}`);
  } else if (isStored(answer)) {
    sent.promised = answer;
    sent.originals = answer.isReplay ? 0 : 1;
  } else {
    sent.refused = answer;
    const isUnavailable = answer.status === 503 && codeOf(answer) === 'BANK_UNAVAILABLE';
    if (answer.status >= 500 && !isUnavailable) {
      journal.violations.push(`${name} was answered ${answer.status} ${answer.text}`);
    }
  }
}
