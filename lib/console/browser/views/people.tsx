// People and API keys, for owners: links to sign in, and an end to what somebody lost or leaked.
import type { VNode } from 'preact';
import { linkOf } from '../actions.ts';
import { keyList, type ShownKey } from '../api.ts';
import { answerTo, type DeskProps, type DeskView } from '../desk.ts';
import { Button, Instead, Link } from '../panes.tsx';
import { State, text, when } from '../parts.tsx';
import { type DeskPerson, may, ROLES } from '../session.ts';
import { w } from '../words.ts';

const keys = keyList({});

export const PEOPLE: DeskView = {
  title: () => w('Kişiler ve anahtarlar', 'People and keys'),
  asks: ({ session }) => [may(session, 'keys') ? keys : undefined],
  draw(desk, hands) {
    const { session } = desk;
    const none = w('Kişileri ve anahtarları sahipler görür.', 'Owners see the people and the keys.');
    if (session === undefined || !may(session, 'keys'))
      return <Instead of={{ isLoading: false, data: [] }} none={none} />;
    const answer = answerTo(desk, keys);
    return (
      <>
        <h1>{PEOPLE.title()}</h1>
        <section aria-labelledby="people">
          <h2 id="people">{w('Kişiler', 'People')}</h2>
          <ul class="entries">
            {session.people
              .filter(({ removedAt }) => removedAt === null)
              .map((one) => (
                <Entry key={one.id} of={one} isOwn={one.id === session.person.id} hands={hands} />
              ))}
          </ul>
        </section>
        <section aria-labelledby="keys">
          <h2 id="keys">{w('API anahtarları', 'API keys')}</h2>
          {answer.data === undefined && <Instead of={answer} />}
          <ul class="entries">
            {answer.data?.items.map((one) => (
              <KeyEntry key={one.id} of={one} desk={desk} hands={hands} />
            ))}
          </ul>
        </section>
      </>
    );
  },
};

type EntryProps = Pick<DeskProps, 'hands'> & { of: DeskPerson; isOwn: boolean };
const Entry = ({ of: { id, name, email, role = 'viewer' }, isOwn, hands }: EntryProps): VNode => (
  <li>
    <strong>{text(name)}</strong>
    <span>
      {ROLES[role]()} · {text(email)}
    </span>
    <span class="do">
      <Button onClick={() => hands.begin('signIn', id, { name })}>
        {w('Giriş bağlantısı', 'Link to sign in')}
      </Button>
      {!isOwn && <Button onClick={() => hands.begin('remove', id, { name })}>{w('Çıkar', 'Remove')}</Button>}
    </span>
    <Link link={linkOf(id)?.address} hands={hands} />
  </li>
);

function KeyEntry({ of, desk: { nowMs }, hands }: DeskProps & { of: ShownKey }): VNode {
  const { id, lastFour, scopes, createdAt, expiresAt, revokedAt } = of;
  const name = `${of.name ?? ''} …${lastFour}`.trim();
  const isOver = revokedAt !== null || (expiresAt !== null && Date.parse(expiresAt) <= nowMs);
  return (
    <li>
      <strong>{text(name)}</strong>
      <span>
        {when(createdAt, nowMs)} · {scopes.join(', ')}
      </span>
      {isOver ? (
        <State of={revokedAt === null ? 'Expired' : 'Revoked'} />
      ) : (
        <Button onClick={() => hands.begin('revoke', id, { name })}>
          {w('Anahtarı iptal et', 'Revoke')}
        </Button>
      )}
    </li>
  );
}
