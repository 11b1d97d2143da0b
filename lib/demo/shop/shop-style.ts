// The demo shop's style: that of the payment page, and what a shop has beside it.
import { style } from '#page/html.ts';

export const SHOP_STYLE = style`
.bar, .wide { width: 100%; max-width: 62rem; margin: 0 auto; padding: 0 1.25rem; }
.bar, .bar nav { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1rem; }
.bar { justify-content: space-between; min-height: 4rem; }
.bar a { display: inline-flex; align-items: center; min-height: 2.75rem; white-space: nowrap; }
.bar .name { color: var(--ink); font-size: 1.125rem; font-weight: 700; text-decoration: none; }
.wide { padding-bottom: 4rem; }
.narrow { max-width: 46rem; }
body:has(.beside) .bar, .beside { max-width: 80rem; }
.beside { display: grid; gap: 0 2.5rem; }
.beside > * { min-width: 0; }
@media (min-width: 62rem) { .beside { grid-template-columns: minmax(0, 1.1fr) minmax(0, 1fr); } }
.wide h1 { margin-top: 1rem; font-size: clamp(1.75rem, 1.3rem + 2vw, 2.5rem); }
.wide h2 { margin-top: 2rem; font-size: 1.25rem; }
.wide p { margin-top: .5rem; color: var(--soft); }
.goods { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(13rem, 100%), 1fr)); gap: 1rem; }
.goods { margin-top: 1rem; padding: 0; }
.wide > details { margin-top: 1.5rem; }
.goods li, .rows { border: 1px solid var(--line); border-radius: 1rem; background: var(--card); }
.goods li { display: flex; flex-direction: column; padding: 1.25rem; }
.goods :is(h2, h3) { margin: 0; font-size: 1.0625rem; }
.goods form { margin-top: auto; padding-top: 1rem; }
.price { font-size: 1.125rem; font-weight: 700; }
.goods .button { margin-top: .5rem; min-height: 2.75rem; }
.rows { margin-top: .75rem; }
.rows:empty { display: none; }
.rows li { padding: .75rem 1rem; }
.rows li + li { border-top: 1px solid var(--line); }
.line, .event, .actions { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; }
.line > :first-child, .event code { flex: 1 1 14rem; min-width: 0; }
.line > span span { display: block; color: var(--soft); font-size: .9375rem; }
.line form, .actions :is(a, form) { flex: none; }
.line .button, .actions .button, .copy { width: auto; min-height: 2.5rem; padding: .25rem 1rem; }
.line .button, .actions .button { font-size: .9375rem; }
.actions { margin-top: 1.25rem; }
.line code { white-space: nowrap; }
.copy { border: 0; background: none; color: var(--accent); cursor: pointer; font: inherit; font-size: .875rem; }
code, pre { font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .875rem; }
pre { margin: .5rem 0; padding: .875rem; white-space: pre-wrap; }
pre { border-radius: .75rem; background: var(--panel); }
.said, .none { padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .75rem; }
.rows:not(:empty) ~ .none { display: none; }
.good { color: var(--good) !important; }
.event time { color: var(--soft); font-size: .9375rem; }
summary { width: fit-content; padding: .4rem 0; color: var(--accent); cursor: pointer; }
.wide .facts { margin-top: 1.5rem; padding: 1.25rem; border: 1px solid var(--line); border-radius: 1rem; }
.wide .sign { display: block; margin-top: 1.5rem; }
`;
