// The style of a form that is being sent: its links are hidden, and the bank's step lies over the page.
// In a frame it is not fixed, because browsers scroll the shop's page to no fixed layer. Until the service's
// own page is in it, it shows its name.
import { style } from '../html.ts';

export const SENDING_STYLE = style`
.button[aria-disabled=true] { cursor: progress; }
form[aria-busy=true] .button .icon {
  border: 2px solid; border-inline-end-color: transparent; border-radius: 50%;
  animation: turn 1.1s linear infinite;
}
form[aria-busy=true] .button .icon * { display: none; }
.bank::before { animation: pulse .8s ease-in-out infinite alternate; }
@keyframes pulse { from { opacity: .25; } }
form[aria-busy=true] ~ .links { visibility: hidden; }
.notice.calm { border-color: var(--line); background: var(--wait-ground); }
.notice.calm:focus { outline-color: var(--accent); }
.notice.calm > .icon, .notice.calm h3 { color: var(--accent); }
.bank {
  width: min(100%, 32rem); max-width: none; height: min(100%, 46rem); max-height: none; padding: 0;
  overflow: hidden; border: 1px solid var(--line); border-radius: 1rem; background: var(--card);
  box-shadow: var(--lift);
}
.bank::before {
  content: attr(aria-label); position: absolute; inset: calc(50% + 1.5rem) 0 auto; text-align: center;
}
.bank::backdrop { background: #0c0f15b3; }
.bank iframe { position: absolute; width: 100%; height: 100%; border: 0; }
.framed .bank { position: absolute; height: min(100%, 40rem); }
.layer .bank { height: 100%; border: 0; border-radius: 0; }
@media (max-width: 34rem) { body:not(.framed) .bank { height: 100%; border: 0; border-radius: 0; } }
`;
