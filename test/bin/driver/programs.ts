// All programs of operators, by their declarations.
import { BINS } from '../../../lib/commands/bins.ts';
import { COST } from '../../../lib/commands/cost.ts';
import { LEASE } from '../../../lib/commands/lease.ts';
import { LISTEN } from '../../../lib/commands/listen.ts';
import { MERCHANT } from '../../../lib/commands/merchant.ts';
import { PREFLIGHT } from '../../../lib/commands/preflight.ts';
import { RELEASE } from '../../../lib/commands/release.ts';
import { REVIEW } from '../../../lib/commands/review.ts';
import { SMOKE } from '../../../lib/commands/smoke.ts';

export const PROGRAMS = [MERCHANT, REVIEW, BINS, LEASE, RELEASE, SMOKE, PREFLIGHT, COST, LISTEN];
export const OF_SERVICE = PROGRAMS.filter(({ isOfService }) => isOfService);
