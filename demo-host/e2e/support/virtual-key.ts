import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import type { CDPSession, Page } from '@playwright/test'
import type { DemoHost } from '../../server/demo-host.ts'

interface Options {
  transport?: 'internal' | 'usb'
  /** Whether it can recognize its owner by a fingerprint, a face or a code. */
  hasUserVerification?: boolean
  hasResidentKey?: boolean
  /** Whether the check of its owner succeeds. */
  isUserVerified?: boolean
  /** Whether it responds without being touched; otherwise a ceremony waits. */
  isTouched?: boolean
}

export interface VirtualAuthenticator {
  cdp: CDPSession
  id: string
  /** Returns the number of its credentials. */
  count(): Promise<number>
  /** Sets whether it responds without being touched from the next ceremony on. */
  touch(isTouched: boolean): Promise<void>
  verify(isVerified: boolean): Promise<void>
  forgetAll(): Promise<void>
  remove(): Promise<void>
}

/** Adds the browser's own software authenticator (Chrome DevTools Protocol, domain WebAuthn). */
export const addAuthenticator = async (page: Page, options: Options = {}): Promise<VirtualAuthenticator> => {
  const { transport = 'internal', hasUserVerification = true, hasResidentKey = true } = options
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId: id } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey,
      hasUserVerification,
      isUserVerified: options.isUserVerified ?? true,
      automaticPresenceSimulation: options.isTouched ?? true,
    },
  })
  const of = { authenticatorId: id }
  return {
    cdp,
    id,
    count: async () => (await cdp.send('WebAuthn.getCredentials', of)).credentials.length,
    touch: async (enabled) => void (await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { ...of, enabled })),
    verify: async (isUserVerified) => void (await cdp.send('WebAuthn.setUserVerified', { ...of, isUserVerified })),
    forgetAll: async () => void (await cdp.send('WebAuthn.clearCredentials', of)),
    remove: async () => void (await cdp.send('WebAuthn.removeVirtualAuthenticator', of)),
  }
}

const head = (major: number, size: number): Buffer =>
  Buffer.from(size < 24 ? [(major << 5) | size] : [(major << 5) | 24, size])
const int = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value))
const bytes = (value: Buffer): Buffer => Buffer.concat([head(2, value.length), value])

/** Returns the COSE_Key of a P-256 key (RFC 9053 §7.1.1). */
const coseOf = ({ x = '', y = '' }: JsonWebKey): Buffer =>
  Buffer.concat([
    head(5, 5),
    ...[int(1), int(2), int(3), int(-7), int(-1), int(1)],
    ...[int(-2), bytes(Buffer.from(x, 'base64url')), int(-3), bytes(Buffer.from(y, 'base64url'))],
  ])

/** Gives the user a key that is already registered on both sides, without a ceremony. */
export const giveKey = async (
  { backend }: DemoHost,
  key: VirtualAuthenticator,
  { userId, kind, deviceType = 'Platform' }: { userId: string; kind: 'passkey' | 'webauthn'; deviceType?: string },
): Promise<string> => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(16)
  await key.cdp.send('WebAuthn.addCredential', {
    authenticatorId: key.id,
    credential: {
      credentialId: credentialId.toString('base64'),
      isResidentCredential: kind === 'passkey',
      rpId: 'localhost',
      privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      userHandle: Buffer.from(userId).toString('base64'),
      signCount: 1,
    },
  })
  const id = randomUUID()
  await backend.store.factors.insert({
    id,
    userId,
    kind,
    credentialId: credentialId.toString('base64url'),
    counter: 0,
    createdAt: Date.now(),
    lastUsedAt: null,
    value: JSON.stringify({ publicKey: coseOf(publicKey.export({ format: 'jwk' })).toString('base64url'), deviceType }),
  })
  return id
}
