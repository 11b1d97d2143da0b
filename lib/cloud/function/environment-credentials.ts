// Stands in for @aws-sdk/credential-provider-node inside the bundles. Lambda hands a function its role's
// credentials in the environment and nowhere else; the chain that looks for profiles, SSO and instance
// metadata would be dead weight at every cold start.

type Credentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string };

/** The one export the SDK clients ask of the package this replaces. */
export const defaultProvider = () => async (): Promise<Credentials> => {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) {
    throw new Error('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set.');
  }
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
  };
};
