// The calls of a view: all at once. A view that is opened again asks all of them again, and says until they are
// answered that what it shows is older.
import { NoAnswerError, type PaymentServiceError, type Query } from '../../clients/typescript/core.ts';
import type { DeskSession } from './session.ts';
import { w } from './words.ts';

/** A call without effect; `Data` is the type of its answer. With a body it is the preview of an action. */
export type Ask<Data> = {
  path: string;
  query?: Query;
  method?: 'POST' | 'PUT' | 'DELETE';
  body?: object;
  data?: Data;
};
/** `mayPass`: the same call may succeed later. `field`: what was typed wrong. */
export type Problem = { code: string; text: string; isOver: boolean; mayPass: boolean; field?: string };
/** Until it is answered again, and after a failure, with the answer before it; `isOld`: it must be asked again. */
export type AskState<Data = unknown> = { data?: Data; problem?: Problem; isLoading: boolean; isOld?: true };

export const nameOfAsk = ({ path, query, body }: Ask<unknown>): string => JSON.stringify([path, query, body]);

/** Asks what has no answer or an old one. Calls `done` at each answer, but not of a call that was made again. */
export function load(
  asks: readonly Ask<unknown>[],
  { core }: DeskSession,
  answers: Map<string, AskState>,
  done: (problem?: Problem) => void,
): void {
  for (const ask of asks) {
    const name = nameOfAsk(ask);
    const known = answers.get(name);
    if (known !== undefined && !known.isOld) continue;
    const asked: AskState = { data: known?.data, isLoading: true };
    const answered = (state: Omit<AskState, 'isLoading'>) => {
      if (answers.get(name) !== asked) return;
      answers.set(name, { ...state, isLoading: false });
      done(state.problem);
    };
    answers.set(name, asked);
    const { path, query = {}, body, method = body ? 'POST' : 'GET' } = ask;
    core.call(method, path, { query, ...(body && { body }) }).then(
      (data) => answered({ data }),
      (error: unknown) => answered({ data: known?.data, problem: problemOf(error) }),
    );
  }
}

/** What went wrong, in the caller's language. */
export function problemOf(error: unknown): Problem {
  if (error instanceof NoAnswerError) {
    const text = w('Hizmetten yanıt gelmedi.', 'The service did not answer.');
    return { code: 'NO_ANSWER', text, isOver: false, mayPass: true };
  }
  if (!(error instanceof Error) || !('refused' in error)) throw error;
  const { code, status, refused, message } = error as PaymentServiceError;
  const { bankMessage, errors: [wrong] = [] } = refused as {
    bankMessage?: string | null;
    errors?: { field: string; code: string; message: string }[];
  };
  const said = [wrong?.message ?? '', message.slice(code.length + 2)].find((one) => one && !NAMED.test(one));
  const texts = [said, NAMED.test(refused.advice) ? undefined : refused.advice];
  const isForm = wrong !== undefined && wrong.code !== 'OUT_OF_RANGE' && code === 'VALIDATION_ERROR';
  const own = (isForm && FORMS[wrong.field]?.()) || SAID[code]?.(bankMessage?.replace(/\.$/, '') ?? '');
  const mayPass = refused.retryable || status >= 500;
  const text = own || texts.filter((one) => one).join(' ');
  const field = code.endsWith('AMOUNT_EXCEEDED')
    ? 'amount'
    : (wrong?.field.replace(/^\w+Url$/, 'shop') ?? '');
  return { code, text, isOver: status === 401, mayPass, field };
}

/** Names of fields, calls and headers, which nobody at the desk can act on. */
const NAMED = /`|\b[a-z]+[A-Z]/;
const FORMS: Readonly<Record<string, () => string>> = {
  amount: () => w('Tutarı 1.500,00 gibi yazın.', 'Write the amount like 1,500.00.'),
  orderNumber: () => w('Sipariş numarası 1–64 karakterdir.', 'An order number has 1 to 64 characters.'),
  reason: () => w('Nedeni yazın.', 'Write the reason.'),
  successUrl: () => w('Adresi magaza.com gibi yazın.', 'Write the address like shop.com.'),
};
/** What people are told instead of a refusal's own words. */
const SAID: Readonly<Record<string, (bankMessage: string) => string>> = {
  REFUND_DECLINED_BY_BANK: (told) =>
    w(
      `Banka iadeyi reddetti${told && `: ${told}`}. Para gitmedi; tutar yeniden iade edilebilir.`,
      `The bank refused the refund${told && `: ${told}`}. No money moved; the amount can be refunded again.`,
    ),
  FOUR_EYES_REQUIRED: () =>
    w('Bu iadeyi siz istediniz. Başkası onaylamalı.', 'You requested it. Somebody else must approve it.'),
};
