// Replays a day of a large stage through the stores: 10 million plans at midnight, one merchant with 60 % of
// all, 5,000 sales a second in the evening. Counts the write units of each partition and second, and renews
// plot and limits in docs/scale.md. Takes some minutes.
import '../../../lib/help.ts';
import { MOST_DUE_SHARDS } from '#store/table/due-shards.ts';
import { boundsTable, firstBroken, otherBounds, PEAK, partitionBounds } from './bounds.ts';
import { renewPage } from './page.ts';
import { fullestOf, replaySecond } from './replay.ts';

const DAY = '2026-11-20';
/** Sales by hour, in parts of the evening's 5,000 a second. */
const SHAPE = [
  0.3, 0.2, 0.1, 0.1, 0.1, 0.1, 0.2, 0.3, 0.5, 0.6, 0.7, 0.7, 0.8, 0.8, 0.7, 0.7, 0.7, 0.8, 0.9, 1, 1, 0.9,
  0.7, 0.5,
];
const PLANS = 10_000_000;
/** Charges begin at midnight, as fast as Scheduler fires. */
const lastsHours = PLANS / PEAK.charges / 3600;
const DRAWN = 4;

const bounds = [...partitionBounds(), ...otherBounds()];
renewPage({ first: firstBroken(bounds), limits: boundsTable(bounds) });

const lines = new Map<string, number[]>();
for (const [hour, part] of SHAPE.entries()) {
  const charges = hour < lastsHours ? PEAK.charges : 0;
  const second = { ...PEAK, sales: PEAK.sales * part, charges, refunds: PEAK.refunds * part };
  const at = new Date(`${DAY}T${String(hour).padStart(2, '0')}:00:00.000Z`);
  const fullest = fullestOf(replaySecond(second, MOST_DUE_SHARDS, at, `hour ${hour}`));
  for (const [family, units] of fullest) lines.set(family, [...(lines.get(family) ?? []), units]);
  console.log(at.toISOString(), Object.fromEntries([...fullest].sort(([, a], [, b]) => b - a).slice(0, 3)));
}
const highest = [...lines]
  .filter(([, units]) => units.length === SHAPE.length)
  .sort(([, one], [, other]) => Math.max(...other) - Math.max(...one))
  .slice(0, DRAWN);
const plot = [
  '```mermaid',
  'xychart-beta',
  '  x-axis "hour" 0 --> 23',
  '  y-axis "write units a second" 0 --> 1000',
  ...highest.map(([, units]) => `  line [${units.join(', ')}]`),
  '```',
];
const names = highest.map(([family, units]) => `\`${family}\` (${Math.max(...units)})`);
renewPage({ day: [...plot, '', `From above, with the highest figure: ${names.join(', ')}.`].join('\n') });
