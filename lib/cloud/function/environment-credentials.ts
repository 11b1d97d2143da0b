// Replaces @aws-sdk/credential-provider-node in the bundles. Lambda provides the role's credentials only in
// the environment; the default chain (profiles, SSO, instance metadata) would only lengthen every cold start.

type Credentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string };

/** The only export of the replaced package that the SDK clients use. */
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
