// An amount that is only reserved at first: what each call does, and what each field means.
import type { BilingualText, OperationWords } from './said.ts';

export const CAPTURE_OPERATIONS: OperationWords = {
  'payment/capture': {
    summary: 'Ayrılan tutarı çek',
    description:
      'Ön provizyonu kapatır: `Authorized` ödemenin tutarını, `amount` ile bir kısmını çeker; kalanı serbest kalır. Bir kez, ' +
      '`captureBefore` öncesinde çekilir ve o andan sonra satış sayılır. ' +
      '202 bankanın yanıtının henüz bilinmediği anlamına gelir: ödemeyi sonra getirin, yeniden çekmeyin.',
    what: 'ödeme',
  },
  'payment/release': {
    summary: 'Ayrılan tutarı serbest bırak',
    description:
      '`Authorized` ödemenin tutarını alıcının kartında serbest bırakır. Para çekilmemiştir, iade edilmez. ' +
      'Ne çekilen ne serbest bırakılan tutar `captureBefore` anında serbest bırakılır.',
    what: 'ödeme',
  },
};

export const CAPTURE_FIELDS: Readonly<Record<string, BilingualText>> = {
  capture: [
    '`manual`: the amount is only reserved, until you capture or release it; `automatic` (default): it is taken.',
    '`manual`: tutar siz çekene veya serbest bırakana kadar yalnızca ayrılır; `automatic` (varsayılan): çekilir.',
  ],
  authorization: [
    'The reserved amount of a payment with `capture: manual`; null for any other.',
    '`capture: manual` olan ödemenin ayrılan tutarı; başka ödemelerde null.',
  ],
  'Payment.authorization.amount': [
    'What the bank has reserved; null before it has.',
    'Bankanın ayırdığı tutar; ayırmadan önce null.',
  ],
  authorizedAt: ['When it was reserved.', 'Ayrıldığı an.'],
  captureBefore: [
    'Until when it can be captured; then it is released.',
    'Çekilebileceği son an; sonra serbest bırakılır.',
  ],
  underWay: [
    'A capture or release whose outcome is not known yet, or null.',
    'Sonucu henüz bilinmeyen kapama veya serbest bırakma; yoksa null.',
  ],
  'Payment.authorization.underWay.kind': ['`Capture` or `Release`.', '`Capture` veya `Release`.'],
  'Payment.authorization.underWay.amount': ['Its amount.', 'Tutarı.'],
  since: ['When it was sent.', 'Gönderildiği an.'],
  endedAt: [
    'When it was captured or released; null before.',
    'Çekildiği veya serbest kaldığı an; önce null.',
  ],
  endedBy: [
    'The id of the API key that asked for it; null: the bank or the service did.',
    'Bunu isteyen API anahtarının kimliği; null: banka veya hizmet yaptı.',
  ],
  'PaymentCaptureBody.amount': [
    'What to take; all that is reserved if left out.',
    'Çekilecek tutar; gönderilmezse ayrılanın tamamı.',
  ],
};
