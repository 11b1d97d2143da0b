// A list of card ranges: every fault is named with its line, and no card is taken for another one.
import { describe, expect, it } from 'vitest';
import { readListFile } from '../../../../lib/operator/bins/bin-lists.ts';
import { readList } from '../../../../lib/operator/bins/list-file.ts';
import { reportOf } from '../../../../lib/operator/bins/list-report.ts';

const HEADER = 'prefix,bankCode,type,association,commercial,program';
const read = (...lines: string[]) => readList([HEADER, ...lines].join('\n'));

describe('readList', () => {
  it.each([
    ['5406110', '2: 5406110 has 7 digits, not 6 or 8: left out'],
    ['54061', '2: 54061 has 5 digits, not 6 or 8: left out'],
    ['113012', '2: 113012 begins as no card does: left out'],
    ['222099', '2: 222099 begins as no card does: left out'],
    ['272100', '2: 272100 begins as no card does: left out'],
    ['54061x', '2: 54061x is no prefix such as 540611, and no range of prefixes: left out'],
    ['540612-540611', '2: 540612-540611 is no prefix such as 540611, and no range of prefixes: left out'],
    ['540611-54061199', '2: 540611-54061199 is no prefix such as 540611, and no range of prefixes: left out'],
  ])('the prefix %s is left out, and the line says why', (prefix, line) => {
    const list = read(`${prefix},0062,credit,MASTERCARD,false,Bonus`);
    expect([list.ranges.size, reportOf(list).lines]).toEqual([0, [line]]);
  });

  it.each([
    ['62,credit,VISA,false,Bonus', 'bankCode, which is four digits'],
    ['0062,prepaid,VISA,false,Bonus', 'type, which is credit or debit'],
    ['0062,credit,Visa,false,Bonus', 'association, which is VISA, MASTERCARD, TROY, AMEX, UNIONPAY, JCB'],
    ['0062,credit,VISA,no,Bonus', 'commercial, which is true or false'],
    ['0062,credit,VISA', 'commercial, which is true or false'],
  ])('a row of another form is left out: %s', (cells, wrong) => {
    const { ranges, faults } = read(`454360,${cells}`);
    const problem = `454360 has no right ${wrong} or empty: left out`;
    expect([ranges.size, faults]).toEqual([0, [{ line: 2, prefix: '454360', kind: 'form', problem }]]);
  });

  it('a prefix that stands twice is reported, and what its rows contradict each other in is unknown', () => {
    const list = read(
      '454360,0062,credit,VISA,false,Bonus',
      '454361,0064,credit,VISA,false,Maximum',
      '454360,0062,credit,VISA,false,Bonus',
      '454361,0064,debit,VISA,true,Maximum',
    );
    expect(Object.fromEntries(list.ranges)).toEqual({
      454360: { bankCode: '0062', type: 'credit', association: 'VISA', family: 'Bonus', commercial: false },
      454361: { bankCode: '0064', association: 'VISA', family: 'Maximum' },
    });
    expect(reportOf(list)).toMatchObject({
      rows: 4,
      prefixes: 2,
      faults: { surplusRows: 2, prefixesWithSurplusRows: 2, contradictingPrefixes: 1 },
      lines: [
        '4: 454360 stands in line 2 too, the same',
        '5: 454361 stands in line 3 too, with another type, commercial: unknown',
      ],
    });
  });

  it('a credit card without a family takes that of its bank, unless its row names another one', () => {
    const list = readList(
      [
        `${HEADER},bankName`,
        ',0064,,,,Maximum,İş Bankası',
        '454360,0064,credit,VISA,false,',
        '454361,0064,credit,VISA,false,Bonus',
        '454362,0064,debit,VISA,false,',
        '454363-454364,0062,credit,VISA,false,',
      ].join('\n'),
    );
    const families = [...list.ranges].map(([prefix, { family }]) => [prefix, family]);
    expect(families).toEqual([
      ['454360', 'Maximum'],
      ['454361', 'Bonus'],
      ['454362', undefined],
      ['454363', undefined],
      ['454364', undefined],
    ]);
    expect(list.ranges.get('454362')?.bankName).toBe('İş Bankası');
    expect(reportOf(list)).toMatchObject({
      rows: 4,
      creditWithoutFamily: { rows: 1, lines: '6' },
      familyOfBank: { rows: 1, lines: '3' },
    });
  });

  it('programs are read as their families, MilesAndSmiles by its bank', () => {
    const { ranges } = read(
      ...['Wings', 'SaglamKart', 'Bank24', 'Yeni'].map(
        (one, at) => `45436${at},0046,credit,VISA,false,${one}`,
      ),
      ...['0062', '0205', '0046'].map((bank, at) => `54061${at},${bank},credit,TROY,false,MilesAndSmiles`),
    );
    const families = [...ranges.values()].map(({ family }) => family);
    expect(families).toEqual(['Axess', 'Sağlam Kart', 'Paraf', 'Yeni', 'Bonus', 'Sağlam Kart', undefined]);
  });

  it('a file as Excel saves it in Turkey is read, with semicolons, and columns in any order', () => {
    const text =
      '\ufeffbankCode;prefix;type;association;commercial;program\r\n0062;454360;credit;VISA;false;Bonus\r\n';
    expect([...readList(text).ranges.keys()]).toEqual(['454360']);
  });

  it('a file without a header is refused, and names the columns', () => {
    expect(() => readList('454360,0062,credit,VISA,false,Bonus')).toThrow(
      'The first line of the list lacks: prefix, bankCode, type, association, commercial, program.',
    );
  });
});

describe('the list that ships with the product', () => {
  const shipped = readListFile();
  it('the shipped list has no fault, and every bank in it has a name', () => {
    expect(shipped.faults).toEqual([]);
    expect([...shipped.ranges.values()].filter(({ bankCode, bankName }) => bankCode && !bankName)).toEqual(
      [],
    );
    expect(shipped.banks.get('0064')).toEqual({ name: 'İş Bankası', family: 'Maximum' });
  });

  it('the shipped list has no row that a shorter one repeats', () => {
    const repeated = [...shipped.ranges].filter(([prefix, facts]) => {
      const wider = prefix.length === 8 && shipped.ranges.get(prefix.slice(0, 6));
      return wider && JSON.stringify(wider) === JSON.stringify(facts);
    });
    expect(repeated).toEqual([]);
  });
});
