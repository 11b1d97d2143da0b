// People and API keys, for owners: links to sign in, and an end to what somebody lost or leaked.
import type { ComponentChildren, VNode } from 'preact';
import { keyList, type ShownKey } from '../api.ts';
import { answerTo, type Desk, type DeskView, type Hands } from '../desk.ts';
import { Button, Instead, MadeLink, State, text, when } from '../parts.tsx';
import { type DeskPerson, may, ROLES } from '../session.ts';
import { w } from '../words.ts';

const keys = keyList({});

export const PEOPLE: DeskView = {
  title: () => w('Kişiler', 'People'),
  asks: ({ session }) => [may(session, 'keys') ? keys : undefined],
  draw(desk, hands) {
    const { session } = desk;
    const none = w('Kişileri ve anahtarları sahipler görür.', 'Owners see the people and the keys.');
    if (session === undefined || !may(session, 'keys'))
      return <Instead of={{ isLoading: false, data: [] }} none={none} />;
    const answer = answerTo(desk, keys);
    return (
      <>
        <h1>{w('Kişiler ve anahtarlar', 'People and keys')}</h1>
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

type RowProps = { name: string; said: ComponentChildren; children: ComponentChildren };
const Row = ({ name, said, children }: RowProps): VNode => (
  <li>
    <strong>{text(name)}</strong>
    <span>{said}</span>
    {children}
  </li>
);

type EntryProps = { of: DeskPerson; isOwn: boolean; hands: Hands };

const Entry = ({ of: { id, name, email, role = 'viewer' }, isOwn, hands }: EntryProps): VNode => (
  <Row name={name} said={[ROLES[role](), ' · ', text(email)]}>
    <span class="do">
      <Button onClick={() => hands.begin('signIn', id, { name })}>
        {w('Giriş bağlantısı', 'Link to sign in')}
      </Button>
      {!isOwn && <Button onClick={() => hands.begin('remove', id, { name })}>{w('Çıkar', 'Remove')}</Button>}
    </span>
    <MadeLink of={id} hands={hands} />
  </Row>
);

function KeyEntry({ of, desk: { nowMs }, hands }: { of: ShownKey; desk: Desk; hands: Hands }): VNode {
  const { id, lastFour, scopes, createdAt, expiresAt, revokedAt } = of;
  const name = `${of.name ?? ''} …${lastFour}`.trim();
  const isOver = revokedAt !== null || (expiresAt !== null && Date.parse(expiresAt) <= nowMs);
  return (
    <Row name={name} said={[when(createdAt, nowMs), ' · ', scopes.join(', ')]}>
      {isOver ? (
        <State of={revokedAt === null ? 'Expired' : 'Revoked'} />
      ) : (
        <span class="do">
          <Button onClick={() => hands.begin('revoke', id, { name })}>{w('İptal et', 'Revoke')}</Button>
        </span>
      )}
    </Row>
  );
}
