import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { invitation } from '../contract/invitation.ts'
import { login } from '../contract/login.ts'
import { password, phoneReset } from '../contract/password.ts'
import { fillPath } from '../contract/path.ts'
import { activation, signUp } from '../contract/sign-up.ts'
import { aMemberRecord, aUserRecord } from '../testing/records.ts'
import { emptyHead } from './domain/audit/chain.ts'
import { createMemoryStore } from './store/memory.ts'
import type { Collections, Store } from './store/store.ts'
import { type Kit, openKit } from './suites/kit.test-kit.ts'
import { setPolicy } from './suites/mfa.test-kit.ts'

let work: string[] = []

/** Records every read and write, including those in transactions. */
const counting = <Kept extends Collections>(store: Kept): Kept =>
  new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (name === 'transaction') {
        return (run: (inner: Collections) => Promise<unknown>) =>
          (target as unknown as Store).transaction((inner) => run(counting(inner)))
      }
      if (typeof value !== 'object' || value === null) return value
      return new Proxy(value, {
        get(collection, method) {
          const call: unknown = Reflect.get(collection, method)
          if (typeof call !== 'function') return call
          return (...given: unknown[]) => {
            work.push(`${String(name)}.${String(method)}`)
            return call.apply(collection, given)
          }
        },
      })
    },
  })

let kit: Kit
before(async () => {
  kit = await openKit(async () => counting(createMemoryStore()))
})
after(() => kit.close())

const preLogin = (type: string) => fillPath(login.passwordlessPreLogin.path, { type })

/** Every call of a signed-out user that takes an email and must respond alike to all emails. */
const CALLS: readonly [path: string, body?: object][] = [
  [login.login.path, { password: 'wrong' }],
  [password.forgotPassword.path],
  [signUp.signUp.path, { password: 'Brave-Otter-42', companyName: 'New' }],
  [activation.resendActivationEmail.path],
  [invitation.resendInvitationEmail.path],
  [invitation.resendInvitationToAllTenants.path],
  [preLogin('code')],
  [preLogin('magiclink')],
  [preLogin('smscode')],
  [login.webauthnPreLogin.path],
  [phoneReset.resetPhoneNumber.path],
]

const workFor = async (path: string, body: object): Promise<string[]> => {
  await kit.reset()
  const strategies = ['Code', 'MagicLink', 'SmsCode'].map((strategy) => ({ strategy }))
  await setPolicy(kit, 'auth-strategies', { mainAuthStrategies: strategies, secondaryAuthStrategies: [] })
  const email = 'pending@acme.test'
  await kit.store.users.insert(aUserRecord({ id: 'pending', email, passwordHash: null, verified: false }))
  await kit.store.members.insert(
    aMemberRecord({ id: 'pending', userId: 'pending', email, activated: false, invitedAt: 1 }),
  )
  // Every account has an audit log from its creation on, and so do events without an account.
  await kit.store.auditHeads.insertMany(['', 'acme', 'globex'].map(emptyHead))
  // A first call fills the caches that live as long as the backend.
  await kit.call('POST', path, { body: { ...body, email: 'first@acme.test' } })
  work = []
  await kit.call('POST', path, { body })
  return [...work].sort()
}

for (const [path, body = {}] of CALLS) {
  it(`${path} reads and writes as much for a known email as for an unknown one`, async () => {
    const unknown = await workFor(path, { ...body, email: 'unknown@acme.test' })
    assert.ok(unknown.length > 0)
    for (const email of ['mel@acme.test', 'pending@acme.test']) {
      assert.deepEqual(await workFor(path, { ...body, email }), unknown, email)
    }
  })
}
