// The states of objects: tables for Markdown, and a drawing above each for browsers. Both are made of the
// transitions that the domain declares.

import type { Language } from '#domain/language.ts';
import { DELIVERY_DAYS, EVENTS_KEPT_DAYS } from '#domain/limits.ts';
import { DISABLED_BY, GIVEN_UP_BY } from '#domain/webhook/transitions.ts';
import { changesOf, MACHINES } from './machines.ts';
import { tableOf, titleOf } from './reference.ts';
import { WORDS } from './words.ts';

const DELIVERY = { en: 'Deliveries of events', tr: 'Olayların gönderimleri' };

export const statesPage = (language: Language): string =>
  Object.entries(MACHINES)
    .map(([name, { transitions }]) => {
      const words = WORDS[language];
      const rows = changesOf(transitions).map(([from, to, cause]) => [
        `\`${from}\``,
        `\`${to}\``,
        language === 'tr' ? inTurkish(cause) : cause,
      ]);
      const title = name === 'delivery' ? DELIVERY[language] : titleOf(name, language);
      const table = tableOf([words.state, words.next, words.when], rows);
      return `## <a id="${name}"></a>${title}\n\n<!-- states: ${name} -->\n\n${table}`;
    })
    .join('\n\n');

/** The causes in Turkish. */
const CAUSES: Readonly<Record<string, string>> = {
  'form submitted': 'form gönderildi',
  'closed by the merchant': 'üye iş yeri kapattı',
  'time over': 'süresi doldu',
  'newer page': 'sipariş için daha yeni sayfa',
  approved: 'onaylandı',
  'approved, capture is manual': 'onaylandı, `capture` manual',
  captured: 'çekildi',
  'released, or not captured in time': 'serbest bırakıldı ya da süresinde çekilmedi',
  'declined or not sent': 'reddedildi ya da bankaya gönderilmedi',
  'last decline': 'son ret',
  'too many cards tried, or fixed installments not sold any more':
    'çok fazla kart denendi ya da istenen taksit artık satılmıyor',
  'declined or not sent, time over': 'reddedildi ya da gönderilmedi, süresi doldu',
  'declined or not sent, newer page': 'reddedildi ya da gönderilmedi, daha yeni sayfa var',
  cancelled: 'iptal edildi',
  'part refunded': 'bir bölümü iade edildi',
  'all refunded': 'tamamı iade edildi',
  'charge arrived late, period still open': 'tahsilat geç ulaştı, dönem hâlâ açık',
  'rest refunded': 'kalanı iade edildi',
  approve: 'onaylandı',
  reject: 'reddedildi',
  'nobody decides': 'kimse karar vermedi',
  'bank approved': 'banka onayladı',
  'bank refused, or one step and bank not reached': 'banka reddetti ya da tek adımda bankaya ulaşılamadı',
  'bank not reached': 'bankaya ulaşılamadı',
  'three failures in a row': 'art arda üç hata',
  [DISABLED_BY]: `üye iş yeri, 410 ya da başarısız ${DELIVERY_DAYS} gün`,
  'a probe succeeds': 'bir deneme başarılı',
  enable: 'etkinleştirildi',
  claim: 'gönderilmek üzere alındı',
  'the webhook is not Active, or slow': 'webhook Active değil ya da yavaş',
  'webhook deleted': 'webhook silindi',
  '2xx': '2xx',
  'any other end': 'başka her sonuç',
  [GIVEN_UP_BY]: `${DELIVERY_DAYS} gün deneme, ${EVENTS_KEPT_DAYS} günlük ya da webhook silindi`,
  'regular charge paid': 'olağan tahsilat ödendi',
  'soft decline': 'geçici ret',
  'hard decline or last retry': 'kesin ret ya da son deneme',
  'pause, or inactive customer': 'duraklatıldı ya da müşteri etkin değil',
  'cancel, or withdrawal': 'iptal edildi ya da cayıldı',
  'limit or end reached': 'sınıra ya da sona ulaşıldı',
  'trial charge paid': 'deneme süresi tahsilatı ödendi',
  'resume, or trial charge paid with new card': 'sürdürüldü ya da deneme tahsilatı yeni kartla ödendi',
  'resume, or charge paid with new card': 'sürdürüldü ya da tahsilat yeni kartla ödendi',
  'resume or charge, nothing left': 'sürdürüldü ya da tahsil edildi, kalan yok',
  'resume during the trial': 'deneme süresinde sürdürüldü',
  resume: 'sürdürüldü',
  'resume or pending sale, nothing left': 'sürdürüldü ya da bekleyen satış bitti, kalan yok',
};
function inTurkish(cause: string): string {
  const turkish = CAUSES[cause];
  if (turkish === undefined) throw new Error(`Say "${cause}" in Turkish in lib/site/states.ts.`);
  return turkish;
}

const [BOX, HIGH, ACROSS, DOWN] = [132, 36, 176, 92] as const;
type Point = { x: number; y: number };

/** States in rows by how many changes lead to them; arrows that lead back are dashed. */
export function stateDrawing(name: string): string {
  const machine = MACHINES[name];
  if (machine === undefined) throw new Error(`There is no machine ${name}.`);
  const { transitions, begins } = machine;
  const changes = changesOf(transitions);
  const rows: string[][] = [[...begins]];
  const seen = new Set<string>(begins);
  for (let row = rows[0] ?? []; row.length > 0; rows.push(row)) {
    const from = row;
    row = [
      ...new Set(changes.filter(([one, to]) => from.includes(one) && !seen.has(to)).map(([, to]) => to)),
    ];
    for (const state of row) seen.add(state);
    if (row.length === 0) break;
  }
  const wide = Math.max(...rows.map(({ length }) => length)) * ACROSS;
  const places = new Map<string, Point>();
  for (const [at, row] of rows.entries()) {
    for (const [index, state] of row.entries()) {
      places.set(state, { x: ((index + 0.5) * wide) / row.length, y: 24 + at * DOWN });
    }
  }
  const end = `marker-end="url(#to-${name})"`;
  const arrows = changes.map(([from, to]) => arrow(places.get(from), places.get(to), end));
  const boxes = [...places].map(([state, { x, y }]) => {
    const box = `<rect x="${x - BOX / 2}" y="${y}" width="${BOX}" height="${HIGH}" rx="10"/>`;
    return `${box}<text x="${x}" y="${y + 23}">${state}</text>`;
  });
  const high = rows.length * DOWN - DOWN + HIGH + 60;
  const label = changes.map(([from, to]) => `${from} → ${to}`).join(', ');
  const size = `viewBox="0 0 ${wide} ${high}" width="${wide}" height="${high}"`;
  return `<div class="wide" tabindex="0"><svg class="states" role="img" aria-label="${label}" ${size}>
<defs><marker id="to-${name}" viewBox="0 0 8 8" refX="7" refY="4"
 markerWidth="7" markerHeight="7" orient="auto">
<path d="M0 0l8 4-8 4z"/></marker></defs>${arrows.join('')}${boxes.join('')}</svg></div>`;
}

/** From below one state to above the next, along a row, or back. */
function arrow(from: Point | undefined, to: Point | undefined, end: string): string {
  if (from === undefined || to === undefined) return '';
  const low = from.y + HIGH;
  if (to.y > from.y) {
    const half = (low + to.y) / 2;
    return `<path d="M${from.x} ${low}C${from.x} ${half} ${to.x} ${half} ${to.x} ${to.y}" ${end}/>`;
  }
  if (to.y < from.y) {
    const [start, stop] = [from.x + BOX / 3, to.x + BOX / 3];
    const turn = `C${start} ${from.y - 40} ${stop} ${to.y + HIGH + 40}`;
    return `<path class="back" d="M${start} ${from.y}${turn} ${stop} ${to.y + HIGH}" ${end}/>`;
  }
  if (Math.abs(to.x - from.x) > ACROSS * 1.5) {
    const bend = low + 34;
    return `<path d="M${from.x} ${low}C${from.x} ${bend} ${to.x} ${bend} ${to.x} ${low}" ${end}/>`;
  }
  const [side, at] = to.x > from.x ? [BOX / 2, from.y + 12] : [-BOX / 2, from.y + 24];
  return `<path d="M${from.x + side} ${at}L${to.x - side} ${at}" ${end}/>`;
}
