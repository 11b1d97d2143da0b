// All auditors of a round. Each violation is one line that names the object and both sides.
import { disagreements } from '../../books/compare.ts';
import type { Books } from '../books.ts';
import type { Outage, Told } from '../journal.ts';
import { auditCollections } from './collections.ts';
import { auditPeriods } from './periods.ts';
import { auditEffects, auditOutcomes } from './promises.ts';
import { auditRefunds } from './refunds.ts';
import { auditReserved } from './reserved.ts';
import { auditLists, auditStatistics } from './statistics.ts';

export const audit = (books: Books, { told, outages }: { told: Told[]; outages: Outage[] }): string[] => [
  ...disagreements(books.merchants, books.ledger),
  ...auditRefunds(books),
  ...auditReserved(books),
  ...auditPeriods(books, outages),
  ...auditCollections(books),
  ...auditStatistics(books),
  ...auditLists(books),
  ...auditEffects(books),
  ...auditOutcomes(books, told),
];
