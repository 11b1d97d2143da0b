// The dialog of an action: what is typed, what it will do, and what became of it.
import type { VNode } from 'preact';
import { type Action, type ActionDraft, type DraftField, readAmount } from './actions.ts';
import { type Effects, paymentOf, planOf, type RefundEffect, refundOf, type ShownPayment } from './api.ts';
import { answerTo, type Desk, type DeskProps, type Hands } from './desk.ts';
import type { Problem } from './loading.ts';
import { by, Facts, type ShownFact, stateWord, sum, text, when } from './parts.tsx';
import { approvers, cardOf, dayInWords, money, w } from './words.ts';

type DialogProps = DeskProps & { draft: ActionDraft; action: Action };

export function ActionDialog({ desk, draft, action, hands }: DialogProps): VNode {
  const isSending = draft.step === 'sending';
  const isOpen = draft.step === 'typing';
  const title = action.title(draft);
  const fields = action.fields?.(draft) ?? [];
  // The service already refuses what would be sent; what may pass stops nobody.
  const previewed = isOpen ? answerTo(desk, action.preview?.(draft)).problem : undefined;
  const problem = draft.problem ?? previewed;
  return (
    <dialog
      aria-label={title}
      ref={openModal}
      onCancel={(event) => {
        event.preventDefault();
        hands.drop();
      }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          hands.send();
        }}
      >
        <h2>{title}</h2>
        {fields.map((field, at) => (
          <TypedField
            key={field.name}
            field={field}
            draft={draft}
            hands={hands}
            isFirst={at === 0}
            wrong={problem?.field === field.name ? problemText(desk, draft, problem) : undefined}
          />
        ))}
        <Effect desk={desk} draft={draft} action={action} />
        <div role="alert">
          {problem && fields.every(({ name }) => name !== problem.field) && (
            <p class="notice bad">{problemText(desk, draft, problem)}</p>
          )}
          {draft.step === 'unknown' && (
            <p class="notice wait">
              {w(
                'Yanıt gelmedi: yapılmış olabilir. Aynı çağrı yeniden sorulur; ikinci kez yapılmaz.',
                'No answer came: it may have been done. The same call is made again; it is not done twice.',
              )}
            </p>
          )}
        </div>
        <p class="do">
          <button
            type="submit"
            class={action.isGrave ? 'grave' : 'main'}
            disabled={isSending || previewed?.mayPass === false}
            aria-busy={isSending}
            autofocus={fields.length === 0}
          >
            {isSending
              ? w('Gönderiliyor…', 'Sending…')
              : isOpen
                ? (action.button?.() ?? title)
                : w('Aynı çağrıyı sor', 'Ask again')}
          </button>
          <button type="button" class="plain" onClick={hands.drop} disabled={isSending}>
            {w('Geri dön', 'Go back')}
          </button>
        </p>
      </form>
    </dialog>
  );
}

/** Of too much, how much it may be. */
function problemText(desk: Desk, { of }: ActionDraft, { code, text }: Problem): string {
  const payment = code.endsWith('AMOUNT_EXCEEDED') ? answerTo(desk, paymentOf(of)).data : undefined;
  if (payment === undefined) return text;
  const held = money(heldAmount(payment), payment.currency);
  if (code === 'CAPTURE_AMOUNT_EXCEEDED')
    return w(
      `Ayrılan tutar ${held}: daha fazlası çekilemez.`,
      `${held} is reserved: no more can be captured.`,
    );
  const most = money(payment.refundableAmount, payment.currency);
  return w(`En çok ${most} iade edebilirsiniz.`, `You can refund at most ${most}.`);
}

/** It keeps the focus, and Escape closes it. */
const openModal = (dialog: HTMLDialogElement | null): void => {
  if (dialog !== null && !dialog.open) dialog.showModal();
};

type FieldProps = {
  field: DraftField;
  draft: ActionDraft;
  hands: Hands;
  isFirst: boolean;
  wrong?: string | undefined;
};

function TypedField({ field, draft, hands, isFirst, wrong }: FieldProps): VNode {
  const { name, label, mode, isOptional = false } = field;
  const value = draft.fields[name] ?? '';
  return (
    <p class="field">
      <label for={`field-${name}`}>
        {label} <small>{isOptional ? w('isteğe bağlı', 'optional') : w('gerekli', 'required')}</small>
      </label>
      <input
        id={`field-${name}`}
        value={value}
        required={!isOptional}
        inputMode={mode}
        autocomplete="off"
        autofocus={isFirst}
        readOnly={draft.step !== 'typing'}
        aria-invalid={wrong !== undefined}
        aria-describedby={`wrong-${name}`}
        maxLength={name === 'shop' ? 1024 : 200}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onInput={({ currentTarget }) => hands.fill(name, currentTarget.value)}
      />
      <span id={`wrong-${name}`} role="alert">
        {wrong && <span class="notice bad">{wrong}</span>}
      </span>
    </p>
  );
}

/** What it will do: as the service tells it where it can, otherwise what is known of the object. */
function Effect({ desk, draft, action }: Omit<DialogProps, 'hands'>): VNode | null {
  const { data, isLoading } = answerTo(desk, action.preview?.(draft));
  const of = draft.action + draft.of;
  if (data !== undefined) desk.told = { of, data };
  const previewed = desk.told?.of === of ? desk.told.data : undefined;
  const facts = effectFacts(desk, draft, previewed, data !== undefined);
  const effect = action.effect?.(draft, desk.nowMs);
  if (facts.length === 0 && effect === undefined) return null;
  return (
    <section class="effect" aria-live="polite" aria-busy={isLoading} aria-label={w('Etkisi', 'Its effect')}>
      {effect && <p>{effect}</p>}
      {facts.length > 0 && <Facts of={facts} />}
    </section>
  );
}

const heldAmount = ({ authorization, amount }: ShownPayment): number => authorization?.amount ?? amount;

function effectFacts(desk: Desk, draft: ActionDraft, previewed: unknown, isFresh: boolean): ShownFact[] {
  const { nowMs } = desk;
  const { action, of, fields } = draft;
  if (action === 'refund' || action === 'capture' || action === 'release') {
    const payment = answerTo(desk, paymentOf(of)).data;
    if (payment === undefined) return [];
    const amount = action === 'release' ? '0' : readAmount(fields['amount'] ?? '');
    const inMoney = (sum: number) => (sum >= 0 ? money(sum, payment.currency) : '…');
    const held = heldAmount(payment);
    if (action !== 'refund')
      return [
        [w('Ayrılan', 'Reserved'), `${inMoney(held)} · ${cardOf(payment)}`],
        [w('Çekilecek', 'To be captured'), inMoney(Number(amount))],
        [w('Serbest kalacak', 'To be released'), inMoney(held - Number(amount))],
        [w('Sipariş', 'Order'), text(payment.orderNumber)],
      ];
    return [
      [w('Karta', 'To the card'), `${inMoney(Number(amount))} · ${cardOf(payment)}`],
      [w('Önce', 'First'), `${approvers()}; ${w('para henüz gitmez', 'no money moves yet')}`],
      ...told(previewed, desk, isFresh),
      [w('Ödendi', 'Paid'), when(payment.paidAt ?? payment.createdAt, nowMs)],
    ];
  }
  if (action === 'approve') {
    const refund = answerTo(desk, refundOf(of)).data;
    if (refund === undefined) return [];
    const payment = answerTo(desk, paymentOf(refund.transactionId)).data;
    return [
      [w('Karta', 'To the card'), [sum(refund.amount, refund.currency), payment && ` · ${cardOf(payment)}`]],
      ...told(previewed, desk, isFresh),
      [w('Sipariş', 'Order'), text(refund.orderNumber)],
      [w('İsteyen', 'Requested by'), by(desk, refund.requestedBy, refund.createdAt, refund.requestedByName)],
      [w('Neden', 'Reason'), text(refund.reason)],
    ];
  }
  const plan = answerTo(desk, planOf(of)).data;
  if (plan === undefined) return [];
  // The first that are not charged while it is paused, or that are once it goes on.
  const { withheldCharges, charges = [] } = (previewed ?? {}) as Effects;
  const label = withheldCharges ? w('Çekilmeyecek', 'Not charged') : w('Çekilecek', 'To be charged');
  return (withheldCharges ?? charges).slice(0, 3).map(({ dueAt, amount }, at) => [
    at === 0 ? label : String(at + 1),
    <>
      {dayInWords(dueAt)} · {sum(amount, plan.currency)}
    </>,
  ]);
}

function told(previewed: unknown, { nowMs }: Desk, isFresh: boolean): ShownFact[] {
  if (previewed === undefined) return [];
  const effect = previewed as RefundEffect;
  const { processedAs, voidUntil } = effect;
  const by = (at: string) => [w('en geç ', 'by '), when(at, nowMs)];
  return [
    [w('Bankada', 'At the bank'), stateWord(processedAs)],
    voidUntil !== null && [
      w('İptal olarak', 'As a void'),
      [...by(voidUntil), w(' onaylanırsa; sonra iade olur', ' if approved; a refund afterwards')],
    ],
    [w('Müşteri görür', 'The customer sees'), effect.cardholderSees],
    [w('Ne zaman görür', 'When'), [w('genellikle ', 'usually '), ...by(effect.cardholderSeesBy)]],
    [w('Geriye kalan', 'Remaining'), isFresh ? money(effect.remainingAmount, effect.currency) : '…'],
  ];
}
