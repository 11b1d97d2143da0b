// The calls of a view: all at once, and each kept until it was asked again, so that a view that is opened
// again shows at once what was known, and then what is.
import { NoAnswerError, type PaymentServiceError, type Query } from '../../clients/typescript/core.ts';
import type { DeskSession } from './session.ts';
import { w } from './words.ts';

/** A call without effect; `Data` is the type of its answer. With a body it is the preview of an action. */
export type Ask<Data> = { path: string; query?: Query; body?: object; data?: Data };
export type Problem = { code: string; text: string; advice?: string; isOver: boolean };
/** After a failure with the answer before it. */
export type AskState<Data = unknown> = { data?: Data; problem?: Problem; isLoading: boolean };

export const nameOfAsk = ({ path, query, body }: Ask<unknown>): string => JSON.stringify([path, query, body]);

/** Asks what was never answered. `again`: everything. Calls `done` at each answer. */
export function load(
  asks: readonly Ask<unknown>[],
  { core }: DeskSession,
  answers: Map<string, AskState>,
  { done, again = false }: { done(problem?: Problem): void; again?: boolean },
): void {
  for (const ask of asks) {
    const name = nameOfAsk(ask);
    const known = answers.get(name);
    if (known?.isLoading || (known !== undefined && !again)) continue;
    answers.set(name, { ...known, isLoading: true });
    const { path, query = {}, body } = ask;
    core.call(body ? 'POST' : 'GET', path, { query, ...(body && { body }) }).then(
      (data) => {
        answers.set(name, { data, isLoading: false });
        done();
      },
      (error: unknown) => {
        const problem = problemOf(error);
        answers.set(name, { ...known, problem, isLoading: false });
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
