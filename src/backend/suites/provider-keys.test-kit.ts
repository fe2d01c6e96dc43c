import { type Credentials, createCredentials } from '../../../demo-host/identity-provider/credentials.ts'

const made: Promise<Credentials>[] = []

/**
 * Returns the key pair of an identity provider; another number is another provider. All suites of a process share the
 * pairs, because making one takes as long as the tests of a suite.
 */
export const providerKeys = (number = 0): Promise<Credentials> => {
  made[number] ??= createCredentials('idp')
  return made[number]
}

/** Returns the key pairs of several identity providers. */
export const severalProviderKeys = (count: number): Promise<Credentials[]> =>
  Promise.all(Array.from({ length: count }, (_, number) => providerKeys(number)))
