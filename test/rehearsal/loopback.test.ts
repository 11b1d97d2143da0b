import { expect, test } from 'vitest';
import { awsEnvironment, requireLoopback } from './loopback.ts';

test.each(['http://127.0.0.1:4566', 'http://localhost:3000/a', 'http://[::1]:80/'])(
  'the address %s is accepted as this machine',
  (address) => {
    expect(requireLoopback(address)).toBe(address);
  },
);

test.each([
  'https://kms.eu-central-1.amazonaws.com',
  'https://localhost.example/',
  'http://127.0.0.1.example/',
  'http://127.0.0.1@example.com/',
  'http://192.168.1.10/',
])('the address %s is rejected', (address) => {
  expect(() => requireLoopback(address)).toThrow('uses this machine only');
});

test("programs get no variable of the caller's own AWS account", () => {
  const own = {
    AWS_PROFILE: 'company',
    AWS_SESSION_TOKEN: 'token',
    AWS_ENDPOINT_URL_KMS: 'https://x.example',
  };
  Object.assign(process.env, own);
  try {
    const environment = awsEnvironment('http://127.0.0.1:4566', '/home');
    expect(Object.keys(environment)).not.toEqual(expect.arrayContaining(Object.keys(own)));
    for (const name of Object.keys(own)) expect(environment[name]).toBeUndefined();
    expect(environment).toMatchObject({
      AWS_ACCESS_KEY_ID: 'test',
      AWS_CONFIG_FILE: '/dev/null',
      HOME: '/home',
    });
  } finally {
    for (const name of Object.keys(own)) delete process.env[name];
  }
  expect(() => awsEnvironment('https://sts.amazonaws.com', '/home')).toThrow('uses this machine only');
});
