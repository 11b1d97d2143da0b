// The calls of a view: all at once, and each kept until it was asked again, so that a view that is opened
// again shows at once what was known, and then what is.
import { NoAnswerError, type PaymentServiceError, type Query } from '../../clients/typescript/core.ts';
import { type DeskSession, may } from './session.ts';
import { w } from './words.ts';

/** A call without effect; `Data` is the type of its answer. */
export type Ask<Data> = {
  path: string;
  query?: Query;
  /** The scope without which it is not asked. */
  scope: string;
  data?: Data;
};
export type Problem = { code: string; text: string; advice?: string; isOver: boolean };
/** `atMs`: `performance.now()` of the answer. */
export type AskState = { data?: unknown; problem?: Problem; atMs: number; isLoading: boolean };

export const nameOfAsk = ({ path, query = {} }: Ask<unknown>): string =>
  `${path}?${Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map((one) => one.join('='))
    .join('&')}`;

/** Asks what was never answered. `again`: everything. Calls `done` at each answer. */
export function load(
  asks: readonly Ask<unknown>[],
  session: DeskSession,
  answers: Map<string, AskState>,
  { done, again = false }: { done(problem?: Problem): void; again?: boolean },
): void {
  for (const ask of asks) {
    const name = nameOfAsk(ask);
    const known = answers.get(name);
    if (known?.isLoading || (known !== undefined && !again) || !may(session, ask.scope)) continue;
    answers.set(name, { ...known, atMs: known?.atMs ?? 0, isLoading: true });
    session.core.call('GET', ask.path, { query: ask.query }).then(
      (data) => {
        answers.set(name, { data, atMs: performance.now(), isLoading: false });
        done();
      },
      (error: unknown) => {
        const problem = problemOf(error);
        answers.set(name, { ...known, problem, atMs: performance.now(), isLoading: false });
        done(problem);
      },
    );
  }
}

/** What went wrong, in the caller's language. */
export function problemOf(error: unknown): Problem {
  if (error instanceof NoAnswerError) {
    const text = w('Hizmetten yanıt gelmedi.', 'The service did not answer.');
    return { code: 'NO_ANSWER', text, isOver: false };
  }
  if (!(error instanceof Error) || !('refused' in error)) throw error;
  const { code, status, refused, message } = error as PaymentServiceError;
  const [wrong] = (refused as { errors?: { message: string }[] }).errors ?? [];
  const text = wrong?.message ?? message.slice(code.length + 2);
  return { code, text, advice: refused.advice, isOver: status === 401 };
}
