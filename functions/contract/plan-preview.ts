// Previews of plans in responses: the charges to come, and those that a pause keeps back
// (recurring-payments.md R24, R37 and R15).
import { toDecimal } from '#domain/money.ts';
import type { EndReason, PreviewedCharge } from '#domain/recurring-payment/plan.ts';
import type { RecurringPayment } from '#domain/recurring-payment/recurring-payment.ts';
import { isoOf } from '#domain/time/duration.ts';

const COMING = {
  tr: 'Yapılacak tahsilatlar; hiçbir şey değişmedi.',
  en: 'The charges to come; nothing was changed.',
};
const PAUSED = {
  tr: 'Önizleme: hiçbir şey değişmedi. Duraklatmak için `preview` olmadan gönderin.',
  en: 'A preview: nothing was changed. Send it without `preview` to pause.',
};

export function showPreviewedCharge({ periodNumber, type, dueAtMs, amountMinor }: PreviewedCharge) {
  return { periodNumber, type, dueAt: isoOf(dueAtMs), amount: toDecimal(amountMinor) };
}

type ChargesToCome = { charges: PreviewedCharge[]; endReason: EndReason | undefined };

export const chargesAnswer = ({ charges, endReason }: ChargesToCome) => ({
  message: COMING,
  data: { charges: charges.map(showPreviewedCharge), endReason: endReason ?? null },
});

/** `record`: as it is; `charges`: those that follow if it goes on. `changes`: false if it is paused already. */
export const showPausePreview = (
  { nextAction, openAttempt }: RecurringPayment,
  { charges }: ChargesToCome,
  changes: boolean,
) => ({
  changes,
  status: 'Paused' as const,
  withheldCharges: changes ? charges.map(showPreviewedCharge) : [],
  droppedRetryAt: changes && nextAction?.trigger === 'Retry' ? isoOf(nextAction.atMs) : null,
  isChargeAtBank: openAttempt !== undefined,
});

export const pausePreviewAnswer = (...of: Parameters<typeof showPausePreview>) => ({
  message: PAUSED,
  data: showPausePreview(...of),
});
