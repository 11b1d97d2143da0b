// What every page of a buyer is made of, whatever it is for: the row, its shop, and the facts of the request.
// The forms and outcomes take what they show from this one view.
import { defined } from '#domain/defined.ts';
import type { CardPlan } from '#domain/installment/plan.ts';
import type { Language } from '#domain/language.ts';
import { pauseMs } from '#domain/payment/card-testing.ts';
import { type Deadline, extendedDeadline } from '#domain/payment/deadline.ts';
import type { FormFrame } from './form/form-frame.ts';
import type { Html } from './html.ts';
import type { FieldError, FormAnswer, WaitingAnswer } from './script/contract.ts';
import { FIELD_ERRORS } from './texts.ts';

type OfForm =
  | 'expiresAt'
  | 'canExtend'
  | 'errors'
  | 'decline'
  | 'isAbandoned'
  | 'waitMs'
  | 'attemptsLeft'
  | 'cancelUrl';

export type BuyerView<Page> = Omit<FormFrame, OfForm> & {
  page: Page;
  /** The address that abandons a challenge. */
  startOverUrl: string;
  /** The address at which the page waits for an outcome. */
  waitsAt: string;
  /** The address that leads to the shop, if there is a way back. */
  returnUrl?: string | undefined;
  /** `about`: what the sentence names, such as the brand that is not accepted. */
  errors?: readonly {
    field: FieldError['field'];
    name: keyof (typeof FIELD_ERRORS)[Language];
    about?: string;
  }[];
  /** What the card of the last submit may be charged in, if the buyer has chosen otherwise. */
  cardPlan?: CardPlan | undefined;
  /** True if a guard against card testing stopped the form just now. */
  isStopped?: boolean;
};

/** `answer`: the same content for the form's script. */
export type ShownPage = { status: number; html: Html; answer?: FormAnswer | WaitingAnswer };

/** The pages of one purpose. `Over`: the states in which the page can no longer be used, without an error. */
type PageStates<Over> = {
  form(): Omit<ShownPage, 'status'>;
  /** An outcome is awaited, of the issuer or of the bank. */
  waiting(): Html;
  done(): Html;
  failed(): Html;
  over(state: Over): Html;
};

/** The page and HTTP status that a buyer gets, by the state of the page. */
export function showState<State extends string>(
  state: State,
  looks: PageStates<Uncapitalize<Exclude<State, 'Open' | 'Processing' | 'Paid' | 'Completed' | 'Failed'>>>,
): ShownPage;
export function showState(state: string, looks: PageStates<string>): ShownPage {
  switch (state) {
    case 'Open':
      return { status: 200, ...looks.form() };
    case 'Processing':
      return { status: 200, html: looks.waiting(), answer: { step: 'wait' } };
    case 'Paid':
    case 'Completed':
      return { status: 200, html: looks.done() };
    case 'Failed':
      return { status: 200, html: looks.failed() };
    default:
      return { status: 410, html: looks.over(state.toLowerCase()) };
  }
}

type PageDates = Parameters<typeof pauseMs>[0] & Deadline;

/** Whether a guard stopped the last form, which the bank never saw. */
export const isPaused = ({ page, isStopped }: BuyerView<PageDates>): boolean =>
  page.guard !== undefined || isStopped === true;

/**
 * The view of a form. `decline`: why the last attempt failed, as text for the buyer. A form that a guard has
 * stopped was not declined.
 */
export const formFrameOf = (
  view: BuyerView<PageDates>,
  { decline, attemptsLeft }: Pick<FormFrame, 'decline' | 'attemptsLeft'>,
): FormFrame => ({
  ...view,
  ...defined({ waitMs: pauseMs(view.page, view.isStopped === true, view.now) }),
  expiresAt: new Date(view.page.expiresAt),
  canExtend: extendedDeadline(view.page) !== undefined,
  errors: (view.errors ?? []).map((error) => ({
    field: error.field,
    text: FIELD_ERRORS[view.language][error.name].replace('{}', () => error.about ?? ''),
  })),
  decline: isPaused(view) ? undefined : decline,
  attemptsLeft,
  cancelUrl: view.returnUrl,
});

/** The view of a page that waits for an outcome: it leads nowhere until there is one. */
export const waitingOf = <View extends BuyerView<unknown>>(view: View) => ({
  ...view,
  address: view.waitsAt,
  returnUrl: undefined,
});
