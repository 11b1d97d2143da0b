// Measures the functions and renews docs/costs.md; with names of functions (`npm run bench -- customer-show`)
// only those. `npm run bench -- --peers` compares start-up and the whole with peers instead: it downloads
// them first, and needs Maven, Java 17 and PostgreSQL.
import '../../lib/help.ts';

if (process.argv.includes('--peers')) await import('./peers/peers.ts');
else await import('./functions.ts');
