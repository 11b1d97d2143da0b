// What somebody is about to do: what was typed, and the idempotency key of the call. The browser keeps both
// with the entry of its history, so that a reload, a lost answer or a session that ends loses nothing, and
// the call has one effect however often it is sent.
import type { ActionDraft } from './actions.ts';
import type { Problem } from './loading.ts';

type NewDraft = Pick<ActionDraft, 'action' | 'of' | 'by'> & { fields?: Record<string, string> | undefined };
export const newDraft = ({ fields = {}, ...begun }: NewDraft): ActionDraft => ({
  ...begun,
  fields,
  idempotencyKey: crypto.randomUUID(),
  step: 'typing',
});

/** After a refusal nothing is under way: what is sent next is another call. */
export const refused = (draft: ActionDraft, problem: Problem): ActionDraft => ({
  ...draft,
  step: 'typing',
  problem,
  idempotencyKey: crypto.randomUUID(),
});

/** A page that was loaded again while a call was under way does not know its answer. */
export function readDraft(state: unknown): ActionDraft | undefined {
  const draft = (state as { draft?: ActionDraft } | null)?.draft;
  return draft?.step === 'sending' ? { ...draft, step: 'unknown' } : draft;
}
