// The style of a form that is being sent: its links are hidden, and the bank's step lies over the page.
import { style } from '../html.ts';

export const SENDING_STYLE = style`
form[aria-busy=true] ~ .links { visibility: hidden; }
.notice.calm { border-color: var(--line); background: var(--wait-ground); }
.notice.calm:focus { outline-color: var(--accent); }
.notice.calm > .icon, .notice.calm h3 { color: var(--accent); }
.bank {
  width: min(100%, 32rem); max-width: none; height: min(100%, 46rem); max-height: none; padding: 0;
  overflow: hidden; border: 1px solid var(--line); border-radius: 1rem; background: var(--card);
  box-shadow: var(--lift);
}
.bank::backdrop { background: #0c0f15b3; }
.bank iframe { display: block; width: 100%; height: 100%; border: 0; }
@media (max-width: 34rem) { .bank { width: 100%; height: 100%; border: 0; border-radius: 0; } }
`;
