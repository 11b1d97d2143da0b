// Webhooks: which one fails and why, what was sent of an event, and a way to send it again.
import type { VNode } from 'preact';
import type { DeskEvent, ShownPayment } from '../api.ts';
import { deliveriesOf, eventList, eventOf, webhookList, webhookOf } from '../api.ts';
import { answerTo, type Desk, type DeskProps, type DeskView } from '../desk.ts';
import { Button, Instead, ListRows, TwoPanes } from '../panes.tsx';
import { ago, Facts, State, text, when } from '../parts.tsx';
import { addressOf } from '../place.ts';
import { may } from '../session.ts';
import { money, number, w } from '../words.ts';

const webhooks = webhookList({});
const events = eventList({ limit: 10 });

/** The one of the address, else the first that fails, else the first. */
function selected(desk: Desk): string | undefined {
  const { items = [] } = answerTo(desk, webhooks).data ?? {};
  return desk.place.params['id'] ?? (items.find(({ state }) => state !== 'Active') ?? items[0])?.id;
}

export const WEBHOOKS: DeskView = {
  title: () => w('Webhook’lar', 'Webhooks'),
  asks(desk) {
    const id = selected(desk);
    const { event } = desk.place.params;
    return [
      webhooks,
      events,
      id ? webhookOf(id) : undefined,
      ...(event ? [eventOf(event), deliveriesOf(event)] : []),
    ];
  },
  draw(desk, hands) {
    const id = selected(desk);
    const answer = answerTo(desk, webhooks);
    return (
      <TwoPanes
        title={w('Webhook’lar', 'Webhooks')}
        place={desk.place}
        name="state"
        of={[]}
        answer={answer}
        none={w('Webhook yok.', 'There is no webhook.')}
        one={id && <OneWebhook desk={desk} hands={hands} id={id} />}
      >
        <ListRows
          on={id}
          of={(answer.data?.items ?? []).map((one) => ({
            id: one.id,
            address: addressOf('webhooks', { id: one.id }),
            title: new URL(one.url).host,
            total: <State of={one.state} />,
            left: text(one.description),
            right: one.failingSince && ago(one.failingSince, desk.nowMs),
          }))}
        />
      </TwoPanes>
    );
  },
};

type WebhookProps = DeskProps & { id: string };

function OneWebhook({ desk, hands, id }: WebhookProps): VNode {
  const { nowMs, session, place } = desk;
  const { data: webhook, ...answer } = answerTo(desk, webhookOf(id));
  if (webhook === undefined) return <Instead of={answer} />;
  const { state, failingSince, nextTryAt, lastSuccessAt } = webhook;
  return (
    <article>
      <h2>
        <bdi>{new URL(webhook.url).host}</bdi> <State of={state} />
      </h2>
      {may(session, 'events') && state === 'Disabled' && (
        <p class="do">
          <Button kind="main" hotkey="o" onClick={() => hands.begin('enableWebhook', id)}>
            {w('Aç', 'Enable')}
          </Button>
        </p>
      )}
      <Facts
        of={[
          [w('Adres', 'Address'), text(webhook.url)],
          failingSince !== null && [w('İlk hata', 'Failing since'), when(failingSince, nowMs)],
          nextTryAt !== null && [w('Sıradaki deneme', 'Next try'), when(nextTryAt, nowMs)],
          lastSuccessAt !== null && [w('Son başarı', 'Last success'), when(lastSuccessAt, nowMs)],
          [w('Bekleyen olay', 'Events that wait'), number(webhook.waitingCount ?? 0)],
          [w('Kapanma nedeni', 'Why disabled'), webhook.disabledReason],
        ]}
      />
      {place.params['event'] && <Sent desk={desk} hands={hands} id={id} event={place.params['event']} />}
      <section>
        <h3>{w('Son olaylar', 'Latest events')}</h3>
        <ul class="entries">
          {(answerTo(desk, events).data?.items ?? []).map((event) => (
            <li key={event.id}>
              {when(event.createdAt, nowMs)}
              <a
                href={addressOf('webhooks', { id, event: event.id })}
                aria-current={event.id === place.params['event'] ? 'true' : undefined}
              >
                {text(aboutOf(event))}
              </a>
            </li>
          ))}
        </ul>
      </section>
    </article>
  );
}

/** What an event is, and its order and sum where its object has them. */
function aboutOf({ type, data: { object } }: DeskEvent): string {
  const { orderNumber, amount, currency } = object as Partial<ShownPayment>;
  const total = amount && currency && money(amount, currency);
  return [type, orderNumber, total].filter((one) => one).join(' · ');
}

/** What was sent of an event, the newest try first, and what the receiver answered. */
function Sent({ desk, hands, id, event }: WebhookProps & { event: string }): VNode {
  const { data, ...answer } = answerTo(desk, deliveriesOf(event));
  if (data === undefined) return <Instead of={answer} />;
  const { host } = new URL(answerTo(desk, webhookOf(id)).data?.url ?? location.href);
  const told = answerTo(desk, eventOf(event)).data;
  const about = told ? aboutOf(told) : event;
  const tries = data.items.filter(({ webhookId }) => webhookId === id).flatMap((one) => one.tries);
  return (
    <section aria-label={w('Gönderim', 'What was sent')}>
      <h3>
        <bdi>{about}</bdi>
      </h3>
      <ul class="entries">
        {tries.map(({ at, status, error, durationMs, answer: said }) => (
          <li key={at}>
            {when(at, desk.nowMs)}
            <span>
              <strong>{status ?? error}</strong> <bdi>{said}</bdi>
            </span>
            <small>{durationMs} ms</small>
          </li>
        ))}
        {tries.length === 0 && <li>{w('Henüz denenmedi.', 'It was not tried yet.')}</li>}
      </ul>
      <p class="do">
        {may(desk.session, 'events') ? (
          <Button hotkey="s" onClick={() => hands.begin('replay', id, { event, host, about })}>
            {w('Yeniden gönder', 'Send again')}
          </Button>
        ) : (
          w(
            'Yeniden göndermek için bu adresi bir sahibe verin.',
            'An owner can send it again at this address.',
          )
        )}
      </p>
    </section>
  );
}
