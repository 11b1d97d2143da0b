// The floor and the KMS client.
export * from '#vault/vault.ts';
export { handler } from '../floor.ts';
