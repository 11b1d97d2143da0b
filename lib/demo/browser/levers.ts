// The levers for clock and bank, beside the console of the local service. Every move of the clock may end the
// session, so that the same person signs in again, where that person was.
import { openSandbox } from '../../clients/typescript/sandbox.ts';
import { BANK_MOVES, CLOCK_MOVES, LEVER_TEXTS } from '../shop/levers.ts';

const sandbox = openSandbox(location.origin);
const root = document.documentElement;
const text = (name: string) => LEVER_TEXTS[name as keyof typeof LEVER_TEXTS][root.lang === 'en' ? 1 : 0];

const bar = document.createElement('aside');
bar.className = 'levers';
root.append(bar);
const style = new CSSStyleSheet();
style.replaceSync(`
body { min-height: calc(100dvh - 3rem); }
.levers { position: sticky; bottom: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .375rem; align-items: center;
  padding: .5rem 1.25rem; background: var(--panel); border-top: 1px solid var(--line); font: .8125rem/1.4 system-ui, sans-serif; }
.levers button { min-height: 1.75rem; padding: .125rem .625rem; font-size: .8125rem; }
@media (max-width: 40rem) { .levers { position: static; } }
@media print { .levers { display: none; } }
`);
document.adoptedStyleSheets.push(style);

/** The page goes on as it is, with the same person: who that is goes with a session that the clock ends. */
async function moveClock(by: string): Promise<void> {
  const { merchant, id: person } = document.querySelector<HTMLElement>('.person')?.dataset ?? {};
  await sandbox.clock(by);
  if (person !== undefined) {
    const body = JSON.stringify({ merchant, person });
    const answer = await fetch('/local/sign-in', { method: 'POST', body });
    const { signIn } = (await answer.json()) as { signIn: string };
    history.replaceState(history.state, '', `#${signIn.split('#')[1]}`);
  }
  location.reload();
}

const LEVERS = [
  ...Object.entries(CLOCK_MOVES).map(([name, by]) => [name, () => moveClock(by)] as const),
  ...Object.entries(BANK_MOVES).map(([name, outcome]) => [name, () => sandbox.bank(outcome)] as const),
];

function draw(): void {
  bar.ariaLabel = text('levers');
  const buttons = LEVERS.map(([name, pull]) => {
    const button = document.createElement('button');
    button.textContent = text(name);
    button.addEventListener('click', () => {
      button.disabled = true;
      void pull().then(() => {
        button.textContent = `${text(name)}: ${text('pulled')}`;
        button.disabled = false;
      });
    });
    return button;
  });
  const shop = document.createElement('a');
  shop.href = '/';
  shop.target = '_blank';
  shop.textContent = text('shop');
  bar.replaceChildren(...buttons, shop);
}

draw();
new MutationObserver(draw).observe(root, { attributeFilter: ['lang'] });
