// `npm run bins`: imports, shows and takes back lists of card ranges, which tell of which bank, type and
// family a card is, and the caps of installments.
import { isBin } from '#domain/card/bin.ts';
import { UsageError } from '../operator/service-choice.ts';
import { UNCHANGED } from '../operator/unchanged.ts';
import { command, type Program } from './command.ts';

const LISTS = ['bin-list', 'bin-ranges'] as const;

export const BINS: Program = {
  name: 'bins',
  does: 'Imports a list of card ranges, shows what it tells of a card, and goes back to the list before.',
  isOfService: true,
  commands: {
    import: command({
      does:
        'Reads a list of card ranges, by default the one that ships with the product, and shows its ' +
        'faults line by line and what it would change. Confirmed, it holds at once. FILE is CSV with ' +
        'the columns prefix,bankCode,type,association,commercial,program (docs/interface/cards.md 8.4).',
      argument: '[FILE]',
      takes: ['confirm'],
      reads: LISTS,
      writes: LISTS,
      recorded: 'when confirmed',
      run: async ({ confirm }, { now, argument }) => {
        // Imported only when a command runs: AWS clients read their endpoints when they are created.
        const { changesTo, importList, readListFile } = await import('../operator/bins/bin-lists.ts');
        const { reportOf } = await import('../operator/bins/list-report.ts');
        const list = readListFile(argument);
        const shown = { ...reportOf(list), changes: await changesTo(list.ranges) };
        return { ...shown, ...(confirm ? { current: await importList(list.ranges, now) } : UNCHANGED) };
      },
    }),
    back: command({
      does:
        'Shows what the list before would change. Confirmed, that one holds again; a second time ' +
        'undoes it.',
      takes: ['confirm'],
      reads: LISTS,
      writes: ['bin-list'],
      recorded: 'when confirmed',
      run: async ({ confirm }) => {
        const { goBack, showWayBack } = await import('../operator/bins/bin-lists.ts');
        const way = await showWayBack();
        return { ...way, ...(confirm ? { current: await goBack() } : UNCHANGED) };
      },
    }),
    caps: command({
      does:
        'Reads the caps of installments by law, by default those that ship with the product, and shows ' +
        'what they would change. Confirmed, they hold at once. FILE is JSON ' +
        '(docs/interface/installments.md 4.2).',
      argument: '[FILE]',
      takes: ['confirm'],
      reads: ['installment-caps'],
      writes: ['installment-caps'],
      recorded: 'when confirmed',
      run: async ({ confirm }, { now, argument }) => {
        const { changesTo, importCaps, readCapsFile } = await import('../operator/installment/caps.ts');
        const rules = readCapsFile(argument);
        const changes = await changesTo(rules);
        if (confirm) await importCaps(rules, now);
        return { changes, ...(confirm ? { holds: true } : UNCHANGED) };
      },
    }),
    'caps-back': command({
      does: 'Shows what the caps before would change. Confirmed, those hold again; a second time undoes it.',
      takes: ['confirm'],
      reads: ['installment-caps'],
      writes: ['installment-caps'],
      recorded: 'when confirmed',
      run: async ({ confirm }) => {
        const { goBackToCaps, showWayBackOfCaps } = await import('../operator/installment/caps.ts');
        const way = await showWayBackOfCaps();
        if (confirm) await goBackToCaps();
        return { ...way, ...(confirm ? { holds: true } : UNCHANGED) };
      },
    }),
    show: command({
      does: 'What the list that holds tells of the first six or eight digits of a card.',
      argument: 'DIGITS',
      reads: LISTS,
      writes: [],
      recorded: 'never',
      run: async (_, { argument = '' }) => {
        if (!isBin(argument)) throw new UsageError('DIGITS are the first six or eight digits of a card.');
        return await (await import('../operator/bins/bin-lists.ts')).showPrefix(argument);
      },
    }),
  },
};
