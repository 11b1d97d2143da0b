// Links and pages: a payment link is made in two fields, sent by hand, and closed.
import type { VNode } from 'preact';
import { type DeskPage, linkAddress, pageList, pageOf } from '../api.ts';
import { answerTo, type Desk, type DeskProps, type DeskView } from '../desk.ts';
import { Button, Instead, Link, ListRows, TwoPanes } from '../panes.tsx';
import { by, Facts, orderFact, State, sum, when } from '../parts.tsx';
import { addressOf } from '../place.ts';
import { may } from '../session.ts';
import { money, w } from '../words.ts';

function asked({ place }: Desk) {
  const { state, cursor } = place.params;
  return pageList({ limit: 50, state, cursor });
}
const selected = ({ place: { params } }: Desk) => (params['id'] ? pageOf(params['id']) : undefined);

export const PAGES: DeskView = {
  title: () => w('Bağlantılar', 'Links'),
  asks: (desk) => [asked(desk), selected(desk), linkAsk(desk, answerTo(desk, selected(desk)).data)],
  draw(desk, hands) {
    const { place, session } = desk;
    const answer = answerTo(desk, asked(desk));
    const one = answerTo(desk, selected(desk));
    const knownShop = session?.merchant.shop ?? '';
    const [shop = ''] = answer.data?.items[0]?.frameOrigins ?? [];
    return (
      <TwoPanes
        title={w('Bağlantılar ve sayfalar', 'Links and pages')}
        begin={
          may(session, 'payments') && (
            <Button kind="main" hotkey="n" onClick={() => hands.begin('link', '', { knownShop, shop })}>
              {w('Ödeme bağlantısı oluştur', 'Create a payment link')}
            </Button>
          )
        }
        place={place}
        name="state"
        of={['', 'Open', 'Paid', 'Failed', 'Expired', 'Closed']}
        answer={answer}
        none={w('Bu durumda sayfa yok.', 'No page is in this state.')}
        one={one.data ? <OnePage desk={desk} hands={hands} page={one.data} /> : <Instead of={one} />}
      >
        <ListRows of={(answer.data?.items ?? []).map((one) => lineOf(desk, one))} on={place.params['id']} />
      </TwoPanes>
    );
  },
};

const lineOf = ({ place, nowMs }: Desk, page: Omit<DeskPage, 'token' | 'hostedPageUrl'>) => ({
  id: page.id,
  address: addressOf('pages', { ...place.params, id: page.id }),
  title: page.orderNumber,
  total: sum(page.amount, page.currency),
  left: when(page.createdAt, nowMs),
  right: <State of={page.state} />,
});

function OnePage({ desk, hands, page }: DeskProps & { page: DeskPage }): VNode {
  const { session, nowMs } = desk;
  const canClose = page.state === 'Open' && may(session, 'payments');
  return (
    <article>
      <h2>
        {sum(page.amount, page.currency)} <State of={page.state} />
      </h2>
      <PaymentLink page={page} desk={desk} hands={hands} />
      {canClose && (
        <p class="do">
          <Button hotkey="x" onClick={() => hands.begin('close', page.id, { order: page.orderNumber })}>
            {w('Bağlantıyı kapat', 'Close the link')}
          </Button>
        </p>
      )}
      <Facts
        of={[
          orderFact(page.orderNumber),
          [w('Oluşturan', 'Created by'), by(desk, page.createdBy, page.createdAt)],
          [w('Son geçerlilik', 'Valid until'), when(page.expiresAt, nowMs)],
          [w('Deneme', 'Attempts'), String(page.attemptCount)],
        ]}
      />
    </article>
  );
}

const DAY_MS = 86_400_000;

/** A page that lives for more than a day is a link, whose address can be had again. */
function linkAsk({ session }: Desk, page: DeskPage | undefined) {
  if (page?.state !== 'Open' || !may(session, 'payments')) return undefined;
  const isLink = Date.parse(page.expiresAt) - Date.parse(page.createdAt) > DAY_MS;
  return isLink ? linkAddress(page.id) : undefined;
}

/** To copy, to scan, and as a text to send. */
function PaymentLink({ page, desk, hands }: DeskProps & { page: DeskPage }): VNode | null {
  const { data: link } = answerTo(desk, linkAsk(desk, page));
  if (link === undefined) return null;
  const { hostedPageUrl, svg } = link;
  const total = money(page.amount, page.currency);
  const shop = desk.session?.merchant.name ?? '';
  const message = w(
    `Merhaba, ${shop} siparişiniz (${page.orderNumber}) için ${total} tutarını buradan ödeyebilirsiniz: ${hostedPageUrl}`,
    `Hello, you can pay ${total} for your order ${page.orderNumber} at ${shop} here: ${hostedPageUrl}`,
  );
  const alt = w('Ödeme sayfasının QR kodu', 'QR code of the payment page');
  const qr = <img class="qr" src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={alt} />;
  return <Link link={hostedPageUrl} hands={hands} hotkey="c" before={qr} message={message} />;
}
