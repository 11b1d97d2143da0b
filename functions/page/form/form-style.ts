// The style of the payment form and the order: one column on phones, two columns on wide
// screens, where the order's summary is open; browsers that cannot do so show the summary.
import { style } from '../html.ts';

export const FORM_STYLE = style`
.order { background: var(--panel); border-bottom: 1px solid var(--line); }
@media (min-width: 60rem) {
  .pair { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  .pair .pane { padding: 4.5rem 3.5rem; }
  .pair .order { justify-content: flex-end; border: 0; border-inline-end: 1px solid var(--line); }
  .pair .form { justify-content: flex-start; }
  .form h2 { min-height: 2.5rem; align-content: center; }
}
.due { margin-top: 1.25rem; color: var(--soft); font-size: .9375rem; }
.order .facts { margin-top: 1.125rem; padding-top: 1.125rem; border-top: 1px solid var(--line); }
.more > summary { min-height: 2.25rem; }
.clock.over .left { flex: 1; }
@media (max-width: 59.99rem) {
  .order { padding-block: .875rem; }
  .form { padding-top: 1.25rem; }
  .top {
    display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .25rem 1rem;
  }
  .top .merchant { flex: 1 1 7rem; }
  .top > div { text-align: end; }
  .top .due { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .top .amount { font-size: 1.375rem; }
}
@media (min-width: 60rem) {
  .more > .lines { margin-top: 1.25rem; }
  @supports selector(::details-content) {
    .order details::details-content { content-visibility: visible; block-size: auto; }
    .order summary { display: none; }
  }
}
.clock {
  display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .25rem 1rem;
  color: var(--soft); font-size: .9375rem;
}
.clock .left { color: var(--bad); font-weight: 600; }
.quiet {
  min-height: 2.75rem; padding: .25rem 1rem; border: 1px solid var(--edge); border-radius: .625rem;
  background: none; color: inherit; font: inherit; font-weight: 600; cursor: pointer;
}

.form h2 { margin-bottom: 1rem; font-size: 1.25rem; }
.fields { display: grid; gap: 1.125rem; }
.row { display: flex; flex-wrap: wrap; gap: 0 1.125rem; margin-top: -1.125rem; }
.row > div { flex: 1 1 6rem; padding-top: 1.125rem; }
.row label { white-space: nowrap; }
label, legend { display: block; padding: 0; margin-bottom: .375rem; font-size: .9375rem; font-weight: 600; }
input {
  width: 100%; height: 3rem; padding: 0 .875rem; border: 1px solid var(--edge); border-radius: .625rem;
  background: var(--ground); color: inherit; font: inherit; font-variant-numeric: tabular-nums;
}
::placeholder { color: var(--soft); opacity: 1; }
input:hover { border-color: var(--soft); }
input:focus {
  outline: 2px solid transparent; border-color: var(--accent);
  box-shadow: 0 0 0 4px var(--ring), inset 0 0 0 1px var(--accent);
}
input[aria-invalid=true] { border-color: var(--bad); box-shadow: inset 0 0 0 1px var(--bad); }
input[aria-invalid=true]:focus { box-shadow: 0 0 0 4px var(--ring), inset 0 0 0 1px var(--bad); }
input[type=radio], input[type=checkbox] {
  appearance: none; flex: none; width: 1.5rem; height: 1.5rem; margin: 0; padding: 0;
  border: 1.5px solid var(--edge); border-radius: 50%; cursor: pointer;
}
.saved {
  display: flex; gap: .75rem; align-items: center; min-height: 3.25rem; margin: 0; padding: .5rem .75rem;
  cursor: pointer; font-weight: 500;
}
.saved > span { flex: 1; display: flex; flex-wrap: wrap; gap: 0 .75rem; align-items: center; }
.help { margin-top: .4rem; color: var(--soft); font-size: .8125rem; }
.field-error {
  display: flex; gap: .4rem; margin-top: .4rem; color: var(--bad); font-size: .875rem; font-weight: 500;
}
.field-error .icon { margin-top: .12em; }

.inset { position: relative; direction: ltr; }
.inset .brands, .inset > svg {
  position: absolute; inset-inline-end: .75rem; top: 50%; transform: translateY(-50%); pointer-events: none;
}
.inset > svg { width: 2.125rem; }
.inset > .cvv-front, [data-brand-known=AMEX] .cvv-back { display: none; }
[data-brand-known=AMEX] .inset > .cvv-front { display: block; }
.brands { display: flex; gap: .25rem; }
:is(.brands, .saved) svg { display: block; width: 2rem; height: auto; }
#cardNumber { padding-inline-end: 3.5rem; }
[data-brand-known] .brands svg { display: none; }
[data-brand-known=VISA] [data-brand=VISA], [data-brand-known=MASTERCARD] [data-brand=MASTERCARD],
[data-brand-known=AMEX] [data-brand=AMEX], [data-brand-known=TROY] [data-brand=TROY] {
  display: block !important;
}

.notice {
  display: flex; gap: .75rem; margin-bottom: 1.25rem; padding: 1rem; border: 1px solid var(--bad-line);
  border-radius: .75rem; background: var(--bad-ground); font-size: .9375rem;
}
.notice:focus { outline: 2px solid var(--bad); outline-offset: -1px; }
.notice > .icon { margin-top: .15em; color: var(--bad); }
.notice > div { min-width: 0; display: grid; gap: .25rem; }
.notice h3 { font-size: 1rem; line-height: 1.4; color: var(--bad); }
.notice li a { display: inline-block; padding: .2rem 0; color: inherit; }
.small { margin-top: 1rem; color: var(--soft); font-size: .8125rem; text-align: center; }
.links { display: flex; flex-wrap: wrap; justify-content: center; gap: 0 1.5rem; margin-top: .5rem; }
.links a { display: inline-flex; align-items: center; min-height: 2.75rem; font-size: .9375rem; }
@media print { .form { display: none; } }
@media (forced-colors: active) {
  .notice { border: 2px solid; }
}
`;
