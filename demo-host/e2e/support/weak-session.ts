import type { Page } from '@playwright/test'
import type { DemoHost } from '../../server/demo-host.ts'
import { type Recruit, recruit } from '../sample-users.ts'
import { addAuthenticator, giveKey } from './virtual-key.ts'

/** A session by password only, whose user enrolls a factor elsewhere afterwards. */
interface Weak {
  page: Page
  demo: DemoHost
  signedIn: (email: string) => Promise<void>
  /** Email of a user with the same roles. */
  like?: string
}

const SECRET = 'JBSWY3DPEHPK3PXP'
const usbKey = { transport: 'usb', hasResidentKey: false, hasUserVerification: false } as const

const markEnrolled = async ({ backend }: DemoHost, { id }: Recruit, factor: 'passkey' | 'app') => {
  await backend.store.users.update({ id }, { mfaEnrolled: true })
  await backend.store.members.update({ userId: id }, { mfaEnrolled: true, factor })
}

export const weakSessionWithKey = async ({ page, demo, signedIn, like = 'pia@acme.test' }: Weak) => {
  const key = await addAuthenticator(page, usbKey)
  const newUser = await recruit(demo, like, 'Zoe Ames')
  await signedIn(newUser.email)
  await giveKey(demo, key, { userId: newUser.id, kind: 'webauthn', deviceType: 'CrossPlatform' })
  await markEnrolled(demo, newUser, 'passkey')
  return { ...newUser, key }
}

export const weakSessionWithApp = async ({ demo, signedIn, like = 'pia@acme.test' }: Weak) => {
  const newUser = await recruit(demo, like, 'Zed Apt')
  await signedIn(newUser.email)
  const row = { credentialId: null, counter: 0, createdAt: Date.now(), lastUsedAt: null }
  const value = JSON.stringify({ secret: SECRET })
  await demo.backend.store.factors.insert({ ...row, id: `app ${newUser.id}`, userId: newUser.id, kind: 'totp', value })
  await markEnrolled(demo, newUser, 'app')
  return { ...newUser, secret: SECRET }
}

/** Creates a session of a user without a second factor who signed in ten minutes ago. */
export const staleSession = async ({ demo, signedIn, like = 'pia@acme.test' }: Weak): Promise<Recruit> => {
  const newUser = await recruit(demo, like, 'Sal Late')
  await signedIn(newUser.email)
  await demo.backend.store.sessions.update({ userId: newUser.id }, { authTime: Date.now() - 600_000 })
  return newUser
}
