// The issuer's style: a bank's blue, clearly different from the shop's and from our pages.
import { raw } from '#page/html.ts';

export const GATE_STYLE = raw`
:root {
  color-scheme: light dark;
  --ground: #e9eef5; --card: #fff; --line: #d5dde8; --edge: #66758a; --ink: #17202b; --soft: #4a5766;
  --blue: #0b4f9e; --blue-ink: #fff; --note: #eaf2fc;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0c1117; --card: #171f29; --line: #2c3846; --edge: #8a99ac; --ink: #e8edf3; --soft: #aab6c3;
    --blue: #8fc0ff; --blue-ink: #0c1a2b; --note: #1c2b3d;
  }
}
* { box-sizing: border-box; margin: 0; }
body {
  min-height: 100vh; display: grid; justify-items: center; align-items: start; padding: 1rem;
  background: var(--ground); color: var(--ink); overflow-wrap: anywhere;
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif;
}
main {
  width: 100%; max-width: 27rem; overflow: hidden; border: 1px solid var(--line); border-radius: 1rem;
  background: var(--card);
}
@media (min-width: 40rem) { body { align-items: center; } }
header {
  display: flex; gap: .625rem; align-items: center; padding: 1rem 1.5rem;
  border-bottom: 1px solid var(--line); color: var(--blue); font-weight: 700;
}
header svg { width: 1.75rem; height: 1.75rem; }
header span {
  flex: none; margin-inline-start: auto; color: var(--soft); font-size: .8125rem; font-weight: 600;
}
.sheet { padding: 1.5rem; }
h1 { font-size: 1.25rem; line-height: 1.3; text-wrap: balance; }
dl {
  display: grid; gap: .5rem; margin: 1rem 0 1.25rem; padding: 1rem 0; border-block: 1px solid var(--line);
}
dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; }
dt { color: var(--soft); }
dd { text-align: end; font-variant-numeric: tabular-nums; }
.amount dd { font-size: 1.25rem; font-weight: 700; line-height: 1.2; }
label { display: block; margin-top: 1rem; font-weight: 600; }
input {
  width: 100%; height: 3.25rem; margin-top: .375rem; padding: 0 .5rem 0 calc(.5rem + .35em);
  border: 1px solid var(--edge); border-radius: .5rem; background: var(--card); color: inherit;
  font: inherit; font-size: 1.5rem; letter-spacing: .35em; text-align: center;
  font-variant-numeric: tabular-nums;
}
button {
  width: 100%; min-height: 3rem; margin-top: 1rem; border: 1px solid var(--blue); border-radius: .5rem;
  background: var(--blue); color: var(--blue-ink); font: inherit; font-weight: 600; cursor: pointer;
}
button[value=cancel] { margin-top: .5rem; border-color: transparent; background: none; color: var(--blue); }
.note {
  margin-top: 1rem; padding: .75rem 1rem; border-radius: .5rem; background: var(--note);
  font-size: .875rem; text-wrap: pretty;
}
h1 + p, p + p { margin-top: .75rem; }
p { text-wrap: pretty; }
:focus-visible { outline: 3px solid var(--blue); outline-offset: 2px; }
`;
