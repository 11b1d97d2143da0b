// What the callers of a round sent and what they heard. Every write has an idempotency key, so the journal
// says what each key promised: the auditors and the replays compare with it.
import type { Json } from '../release/shop.ts';

type Write = {
  merchant: string;
  method: string;
  path: string;
  /** JSON text. */
  body: string;
  key: string;
  /** In the object that the call creates: finds it again if the answer was never heard. */
  tag: string;
};
/** `isReplay`: the service says that it repeats a stored response. */
export type Answer = { status: number; text: string; isReplay: boolean };

export type Sent = Write & {
  /** The first answer that the service must repeat from then on. */
  promised?: Answer;
  /** The last answer that is not stored under the key. */
  refused?: Answer;
  /** How many answers with the promised text were not marked as repeated. */
  originals: number;
  /** How often the connection broke before an answer. */
  unheard: number;
};

/** What a buyer's browser was told by a signed result. */
export type Told = { merchant: string; reference: string; status: string };
/** While the scheduler was stopped, or a killed service did not fire what fell due. Milliseconds. */
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

/** True if the key is kept with this answer (api.md 7.2 and 7.5). */
const isStored = (answer: Answer): boolean =>
  isSuccess(answer) || ([404, 409, 410, 422].includes(answer.status) && dataOf(answer)['retryable'] !== true);

/** True if the stored answer told of a card or customer that was to be deleted (api.md 7.9). */
function isErased(journal: Journal, promised: Answer, answer: Answer): boolean {
  const isGone = ['CARD_NOT_FOUND', 'CUSTOMER_NOT_FOUND'].includes(codeOf(answer) ?? '');
  if (answer.status !== 404 || !isGone || !isSuccess(promised)) return false;
  const { id, customerId } = dataOf(promised);
  const deletions = [...journal.sent.values()].filter(({ method }) => method === 'DELETE');
  return deletions.some(({ path }) => [id, customerId].includes(path.split('/').at(-1)));
}

/**
 * Notes an answer. Two different answers of one key break its promise, and so does a second one that is not
 * marked as repeated; of two requests at once the repeated one may be heard first.
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
