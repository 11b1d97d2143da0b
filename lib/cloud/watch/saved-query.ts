// A Logs Insights query that is saved with the log groups that it needs.
import type { DeployedFunction } from '../function/deployed-function.ts';

export type SavedQuery = {
  name: string;
  /** A value that the query asks for when it runs. */
  parameter?: { name: string; description: string };
  isRelevant: (fn: DeployedFunction) => boolean;
  /** True if the query also reads the access logs of API Gateway. */
  includesAccessLogs?: true;
  lines: readonly string[];
};
