// What is around every view: the way to the others, the one box, what was just done, what is about to be done,
// and the lock.
import type { VNode } from 'preact';
import { IDLE_MINUTES, SIGN_IN_MINUTES } from '#domain/limits.ts';
import { actionOf } from './actions.ts';
import { answerTo, type Desk, type DeskProps, type DeskView } from './desk.ts';
import { ActionDialog } from './dialog.tsx';
import { Button, Key } from './panes.tsx';
import { addressOf, VIEWS, type ViewName } from './place.ts';
import { recognise } from './recognise.ts';
import { may, ROLES } from './session.ts';
import { dayOf, w } from './words.ts';

/** The order's view is reached from the others. */
export const tabsOf = ({ session }: Desk): ViewName[] =>
  VIEWS.filter((name) => name !== 'order' && (name !== 'people' || may(session, 'keys')));

type FrameProps = DeskProps & { view: DeskView; views: Record<ViewName, DeskView> };

export function Frame({ desk, view, views, hands }: FrameProps): VNode {
  const { session, place, notice, draft } = desk;
  const shown = place.view === 'order' ? 'payments' : place.view;
  const known = view.asks(desk).flatMap((ask) => (answerTo(desk, ask).data ? [answerTo(desk, ask)] : []));
  const isUpdating = known.some(({ isLoading }) => isLoading);
  const isOld = isUpdating || known.some(({ problem }) => problem);
  return (
    <>
      <a class="skip" href="#main">
        {w('İçeriğe geç', 'Skip to the content')}
      </a>
      {session !== undefined && (
        <header>
          <p class="who">
            <strong>
              <bdi>{session.merchant.name}</bdi>
            </strong>
            {session.merchant.mode === 'test' && <span class="test">TEST</span>}
          </p>
          <SearchBox desk={desk} hands={hands} />
          <Person desk={desk} hands={hands} />
          <nav class="tabs" aria-label={w('Görünümler', 'Views')}>
            {tabsOf(desk).map((name) => (
              <a key={name} href={addressOf(name)} aria-current={name === shown ? 'page' : undefined}>
                {views[name].title()}
              </a>
            ))}
          </nav>
        </header>
      )}
      <main id="main" tabIndex={-1} class={isOld ? 'old' : ''} aria-busy={isUpdating}>
        {session === undefined ? <Locked desk={desk} hands={hands} /> : view.draw(desk, hands)}
      </main>
      {isOld && (
        <p class="notice updating">
          {isUpdating
            ? w('Güncelleniyor…', 'Updating…')
            : w('Güncellenemedi; gösterilenler eski.', 'Could not update; what is shown is old.')}
        </p>
      )}
      <div class="notices" role="status">
        {notice !== undefined && (
          <p class={`notice ${notice.kind}`}>
            <span>{notice.text}</span>
            <Button label={w('Kapat', 'Close')} onClick={() => hands.set({ notice: undefined })}>
              ×
            </Button>
          </p>
        )}
      </div>
      {session !== undefined && draft !== undefined && (
        <ActionDialog desk={desk} draft={draft} action={actionOf(draft)} hands={hands} />
      )}
    </>
  );
}

function SearchBox({ desk: { typed, nowMs }, hands }: DeskProps): VNode {
  const { meanings, isApart } = recognise(typed, dayOf(nowMs));
  const [best] = meanings;
  return (
    <search tabIndex={-1}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (best === undefined) return;
          hands.go(best.address);
          hands.set({ typed });
        }}
      >
        <input
          id="find"
          type="text"
          inputMode="search"
          autocomplete="off"
          spellcheck={false}
          maxLength={120}
          aria-label={w('Ödeme bul', 'Find a payment')}
          aria-describedby="found"
          placeholder={w('Sipariş, ad, son dört hane, tutar, gün…', 'Order, name, last four, amount, day…')}
          value={typed}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onInput={({ currentTarget }) => hands.set({ typed: currentTarget.value })}
        />
        <Key of="/" />
      </form>
      <p id="found" class="found" hidden={best === undefined}>
        {isApart && <small>{w('Birlikte aranamaz; ayrı ayrı:', 'Not found together; each alone:')}</small>}
        {meanings.map(({ label, address }, at) => (
          <a key={address} href={address}>
            {label} {at === 0 && <Key of="Enter" />}
          </a>
        ))}
      </p>
    </search>
  );
}

const OtherLanguage = ({ hands }: Pick<DeskProps, 'hands'>): VNode => (
  <button type="button" class="plain" lang={w('en', 'tr')} onClick={hands.speak}>
    {w('English', 'Türkçe')}
  </button>
);

function Person({ desk, hands }: DeskProps): VNode | null {
  const { session, hasShortcuts } = desk;
  if (session === undefined) return null;
  const { id, name, role } = session.person;
  return (
    <details class="person" data-id={id} data-merchant={session.merchant.id}>
      <summary>
        <bdi>{name}</bdi> <small>{ROLES[role]()}</small>
      </summary>
      <div>
        <OtherLanguage hands={hands} />
        <label class="check">
          <input
            type="checkbox"
            checked={hasShortcuts}
            onChange={({ currentTarget }) => hands.set({ hasShortcuts: currentTarget.checked })}
          />{' '}
          {w('Tek tuşlu kısayollar', 'Shortcuts of one key')}
        </label>
        <p>
          <kbd>1</kbd>–<kbd>7</kbd> {w('görünümler', 'views')}, <kbd>j</kbd> <kbd>k</kbd>{' '}
          {w('listede aşağı, yukarı', 'down, up in a list')}
        </p>
        <Button onClick={hands.signOut}>{w('Oturumu kapat', 'Sign out')}</Button>
      </div>
    </details>
  );
}

const kept = () => w('Yazdıklarınız duruyor.', 'What you typed is kept.');
const link = () =>
  w(
    `Yöneticinizden giriş bağlantısı isteyin (bir kez, ${SIGN_IN_MINUTES} dakika geçerlidir), başka sekmede açıp buraya dönün.`,
    `Ask your owner for a link to sign in (good once, for ${SIGN_IN_MINUTES} minutes), open it in another tab, then come back here.`,
  );
const offline = () => w('Bağlantınızı kontrol edin.', 'Check your connection.');
/** What is, what is left, and what to do. */
const LOCKS: Record<Desk['lock'], () => readonly string[]> = {
  starting: () => [w('Açılıyor…', 'Opening…')],
  signedOut: () => [w('Oturum kapatıldı', 'You are signed out'), link()],
  idle: () => [
    w(`${IDLE_MINUTES} dakika bir şey yapılmadı`, `Nothing was done for ${IDLE_MINUTES} minutes`),
    kept(),
    link(),
  ],
  ended: () => [w('Oturum sona erdi', 'The session has ended'), kept(), link()],
  refused: () => [w('Oturum yok', 'There is no session'), link()],
  offline: () => [w('Hizmete ulaşılamıyor', 'The service cannot be reached'), offline(), kept()],
};

function Locked({ desk, hands }: DeskProps): VNode {
  const [title, ...advice] = LOCKS[desk.lock]();
  return (
    <section class="locked" data-lock={desk.lock} aria-busy={desk.lock === 'starting'}>
      <h1>{title}</h1>
      <p>{advice.join(' ')}</p>
      {desk.lock !== 'starting' && (
        <p>
          <Button kind="main" onClick={hands.unlock}>
            {w('Yeniden dene', 'Try again')}
          </Button>
          <OtherLanguage hands={hands} />
        </p>
      )}
    </section>
  );
}
