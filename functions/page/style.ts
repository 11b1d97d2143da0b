// The style of every buyer page: colours for light and dark, type, focus, merchant, button. It uses system
// fonts and loads nothing. The contrast of text is at least 4.5 in both colour schemes. With reduced motion
// nothing moves: what waits fades instead.
import { style } from './html.ts';

export const FRAME_STYLE = style`
:root {
  color-scheme: light dark;
  --ground: #fff; --panel: #f4f5fa; --card: #fff; --line: #dadee8; --edge: #858da0;
  --ink: #141925; --soft: #555f73;
  --accent: #3446c8; --accent-ink: #fff; --accent-over: #28379f; --ring: #3446c840;
  --bad: #b3261e; --bad-ground: #fdf2f1; --bad-line: #efc3bf;
  --wait-ground: #e9ecfc;
  --warn: #744900; --warn-ground: #fff1cc;
  --shadow: 0 1px 2px #14192529; --lift: 0 1px 2px #1419250f, 0 12px 32px #14192514;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #11141b; --panel: #181c25; --card: #181c25; --line: #2d3340; --edge: #737d92;
    --ink: #eef1f7; --soft: #a9b2c4;
    --accent: #9aa8ff; --accent-ink: #0c1130; --accent-over: #b6c0ff; --ring: #9aa8ff4d;
    --bad: #ff9d94; --bad-ground: #321a1b; --bad-line: #68302e;
    --wait-ground: #20274a;
    --warn: #ffd67d; --warn-ground: #382c0d;
    --shadow: 0 1px 2px #0006; --lift: none;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column;
  background: var(--ground); color: var(--ink); overflow-wrap: anywhere; text-wrap: pretty;
  font: 1rem/1.5 system-ui, sans-serif;
}
body.framed { min-height: 0; }
h1, h2, h3, p, ul, dl, dd, fieldset { margin: 0; padding: 0; border: 0; min-width: 0; }
ul { list-style: none; }
h1, h2, h3 { line-height: 1.25; letter-spacing: -.012em; text-wrap: balance; }
a { color: var(--accent); text-underline-offset: .2em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; border-radius: .4rem; }
.icon { width: 1.2em; height: 1.2em; flex: none; vertical-align: -.22em; }
.unseen {
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
.money, .left { font-variant-numeric: tabular-nums; }
[hidden] { display: none !important; }

.ribbon {
  display: flex; gap: .5rem; justify-content: center; align-items: center; padding: .45rem 1rem;
  background: var(--warn-ground); color: var(--warn);
  font-size: .875rem; font-weight: 600; text-align: center; text-wrap: balance;
}
main { flex: 1; }
.pane { display: flex; justify-content: center; padding: 1.5rem 1.25rem; }
.pane > * { width: 100%; max-width: 27rem; min-width: 0; }
.merchant { display: flex; align-items: center; gap: .75rem; font-size: 1.0625rem; font-weight: 600; }
.merchant bdi { min-width: 0; }
.initial {
  flex: none; display: grid; place-items: center; width: 2.5rem; height: 2.5rem; overflow: hidden;
  border: 1px solid var(--face-edge, transparent); border-radius: .7rem;
  background: var(--face, var(--accent)); color: var(--face-ink, var(--accent-ink));
  font-size: 1.125rem; font-weight: 700;
}
.amount {
  font-size: clamp(1.875rem, 1.3rem + 3.4vw, 2.625rem); font-weight: 700; line-height: 1.15;
  letter-spacing: -.028em;
}
.facts { display: grid; gap: .6rem; font-size: .9375rem; }
.facts > div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .1rem 1.25rem; }
.facts dt { color: var(--soft); }
.facts dd { margin-inline-start: auto; text-align: end; }
.button {
  display: flex; align-items: center; justify-content: center; gap: .6rem; width: 100%; min-height: 3.25rem;
  padding: .5rem .75rem; border: 1px solid var(--face-edge, transparent); border-radius: .75rem;
  box-shadow: var(--shadow);
  background: var(--face, var(--accent)); color: var(--face-ink, var(--accent-ink));
  cursor: pointer; transition: background-color .15s;
  font: inherit; font-size: 1.0625rem; font-weight: 650; text-align: center; text-decoration: none; text-wrap: balance;
}
.button:hover { background: var(--face-over, var(--accent-over)); }
@keyframes turn { to { transform: rotate(1turn); } }
@media (prefers-reduced-motion: reduce) {
  *, *::before, *::after { animation-duration: 2.5s !important; transition: none !important; }
  @keyframes turn { 50% { opacity: .3; } }
}
@media (forced-colors: active) {
  .initial, .button { border: 1px solid; }
}
`;
