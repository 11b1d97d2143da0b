// The app behind `cdk synth` and `cdk deploy`: reads the context, bundles every function, builds the stacks.
import { App } from 'aws-cdk-lib';
import { BANK_DOOR } from '../lib/cloud/bank/bank-stack.ts';
import { bundleFunctions } from '../lib/cloud/bundle.ts';
import { buildCloud, holdToRules } from '../lib/cloud/cloud-app.ts';
import { codeOfBundles } from '../lib/cloud/code.ts';
import { readDeployment } from '../lib/cloud/deployment.ts';
import { DOOR_TABLE, doorsOf } from '../lib/cloud/door.ts';

const app = new App();
const deployment = readDeployment((name) => app.node.tryGetContext(name));
const doors = [...doorsOf(DOOR_TABLE), ...(deployment.simulatedBank ? [BANK_DOOR] : [])];
const bundles = await bundleFunctions(doors.map(({ entry }) => entry));
buildCloud(app, { deployment, table: DOOR_TABLE, codeOf: codeOfBundles(bundles) });
holdToRules(app);
app.synth();
