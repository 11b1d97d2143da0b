// A look at one thing that a deployment needs.
import type { Deployment } from '../cloud/deployment.ts';
import type { Signer } from '../operator/aws/aws-request.ts';

/** What is missing, and the commands that mend it; a line that is no command begins with `#`. */
export type Lack = { seen: string; mend: readonly string[] };

/** The deployment, and the signer of calls to its account. */
export type Target = { deployment: Deployment; signer: Signer };

export type Check = {
  name: string;
  /** What was seen, if nothing is missing. */
  look(): Promise<string | Lack>;
};

export type CheckRow = {
  name: string;
  /** `unread`: AWS did not answer, or the credentials may not look. */
  outcome: 'ok' | 'LACK' | 'unread';
  seen: string;
  mend?: readonly string[];
};
