// The style of the pages that end or interrupt a payment: one sign, one sentence, one button. A card on wide
// screens, the whole screen on phones.
import { style } from '../html.ts';

export const OUTCOME_STYLE = style`
:root { --desk: #f4f5fa; --good: #12724a; --good-ground: #e2f5eb; }
@media (prefers-color-scheme: dark) {
  :root { --desk: #0c0f15; --good: #71dcaa; --good-ground: #13342a; }
}
.outcome { align-items: center; padding-block: 2.5rem; }
.outcome > div { max-width: 31rem; text-align: center; }
@media (min-width: 40rem) {
  body:has(.outcome):not(.framed) { background: var(--desk); }
  body:not(.framed) .outcome > div {
    padding: 2.5rem 2.25rem; border: 1px solid var(--line); border-radius: 1.25rem;
    background: var(--card); box-shadow: var(--lift);
  }
}
.outcome .merchant { justify-content: center; margin-bottom: 2.25rem; }
.outcome .amount { margin-top: .75rem; }
.outcome h1 { margin-top: 1.5rem; font-size: clamp(1.4375rem, 1.15rem + 1.6vw, 1.8125rem); }
.says { margin-top: .625rem; color: var(--soft); text-wrap: balance; }
.warns {
  margin-top: 1.5rem; padding: .875rem 1.125rem; border: 1px solid transparent; border-radius: .75rem; text-wrap: balance;
  background: var(--warn-ground); color: var(--warn); font-weight: 600;
}
.outcome :is(.lines, details) { text-align: start; }
.message + .lines { margin-top: 2rem; padding-top: 1.25rem; border-top: 1px solid var(--line); }
.outcome .facts {
  gap: .75rem; margin-top: 2rem; padding-block: 1.25rem; border-block: 1px solid var(--line);
  font-size: .875rem; text-align: start;
}
.outcome :is(.lines, details) + .facts { margin-top: 1.25rem; }
.outcome .facts > div { column-gap: .5rem; }
.reference span { white-space: nowrap; }
.reference span + span { margin-inline-start: .375em; }
.reference span:nth-last-child(-n + 2) { font-weight: 700; }
@media screen { .reference:has(+ #copy:not([hidden])) span:not(:nth-last-child(-n + 2)) { font-size: 0; } }
#copy {
  min-height: 1.5rem; padding: 0; border: 0; background: none; color: var(--accent); cursor: pointer;
  font: inherit; margin-inline-start: .5em;
}
.outcome .button { margin-top: 1.75rem; }
.sign { width: 4.75rem; height: 4.75rem; }
.sign * { fill: none; stroke-linecap: round; stroke-linejoin: round; }
.sign .stroke { stroke: currentColor; stroke-width: 4.5; }
.success { color: var(--good); }
.success .disc { fill: var(--good-ground); }
.success .stroke { stroke-dasharray: 48; animation: draw .5s .1s ease-out backwards; }
.failure { color: var(--bad); }
.failure .disc { fill: var(--bad-ground); }
.neutral, .waiting { color: var(--accent); }
.neutral .disc { fill: var(--wait-ground); }
.waiting .track { stroke: var(--line); stroke-width: 5; }
.waiting .turning {
  stroke: currentColor; stroke-width: 5; transform-origin: 50% 50%; animation: turn 1.1s linear infinite;
}
@media (max-height: 46rem) {
  .outcome { padding-block: 1.25rem; }
  .outcome .merchant { margin-bottom: 1.25rem; }
  .outcome h1, .warns, .outcome .facts { margin-top: 1rem; }
  .sign { width: 3.75rem; height: 3.75rem; }
}
@media print {
  body { background: none !important; }
  .outcome { align-items: start; padding-block: 0; }
  .outcome .button, #copy, .outcome form, .sign, .warns, .closing { display: none; }
  body .outcome > div { padding: 0 !important; border: 0 !important; box-shadow: none !important; }
  .outcome :is(.merchant, h1, .facts) { margin-block: .75rem !important; }
  .outcome .facts { gap: .25rem; padding-block: .75rem; }
  .lines { gap: .125rem; margin-top: .125rem; font-size: .8125rem; }
  @supports selector(::details-content) {
    details::details-content { content-visibility: visible; block-size: auto; }
    summary { display: none; }
  }
}
.button.second { border-color: var(--edge); box-shadow: none; background: none; color: var(--accent); }
.button.second:hover { background: var(--wait-ground); }
.holding { height: 100dvh; overflow: hidden; }
.holding :is(.ribbon, .merchant, .shop, .amount), .at-bank:not(.opening) :is(.sign, .says) { display: none; }
.holding main { min-height: 0; padding: 0; align-items: stretch; }
.holding main > div {
  position: relative; display: grid; grid-template: auto minmax(0, 1fr) auto / minmax(0, 1fr) auto;
  align-items: center; max-width: none; background: var(--card);
}
.holding .sign { position: absolute; inset: -5rem 0 0; margin: auto; }
.holding .says { position: absolute; inset: calc(50% + 1.5rem) 1.5rem auto; margin: 0; }
.holding h1 { margin: 0; padding: .5rem 1rem; font-size: 1rem; text-align: start; }
.holding form { padding: .375rem .5rem; }
.holding :is(iframe, #challenge) { grid-column: 1 / -1; }
.holding iframe { width: 100%; height: 100%; border: 0; background: #fff; }
.holding:not(.at-bank) iframe { visibility: hidden; }
.at-bank :is(.sign, .says) { z-index: 1; inset: auto 0 3.5rem; pointer-events: none; }
.at-bank .says {
  padding: .5rem .5rem .5rem 2.5rem; background: var(--wait-ground); font-size: .875rem; text-align: start;
}
.at-bank .sign {
  z-index: 2; inset-inline-end: auto; width: 1.25rem; height: 1.25rem; margin: 0 .75rem .625rem;
}
.slow #challenge { background: var(--wait-ground); }
.slow #challenge .button { margin: 0; }
.at-bank.slow #challenge .button {
  border-color: var(--edge); background: var(--card); color: var(--accent); font-size: .9375rem;
}
.holding #give-up .button, .holding:not(.slow) #challenge .button {
  min-height: 2.75rem; margin: 0; padding: .5rem; border: 0; box-shadow: none; background: none;
  color: var(--accent); font-size: .875rem; font-weight: 500; text-decoration: underline;
}
@media (prefers-reduced-motion: no-preference) {
  @keyframes draw { from { stroke-dashoffset: 48; } }
}
`;
