import { generateKeyPairSync } from 'node:crypto'
import type { Store } from '../store/store.ts'
import { loadKeys } from './keys.ts'

const makeKey = async (): Promise<string> =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey

/** The key our SAML requests are signed with, where a connection asks for it; made on first use. */
export const createSamlKey =
  (store: Store): (() => Promise<string>) =>
  async () => {
    const [key] = await loadKeys(store, 'saml-request', makeKey)
    if (!key) throw new Error('There is no key for SAML requests')
    return key.value
  }
