import type { NamedDevice } from '../../../../contract/me.ts'
import type { MfaDevices, MfaStrategy } from '../../../../entities/mfa.ts'
import { codeDigits } from '../../../../rules/digits.ts'
import { readOptionalName } from '../../../call/read.ts'
import { notFound } from '../../../call/refusal.ts'
import type { Ports, SecretUse } from '../../../ports.ts'
import { jsonOf } from '../../../store/json-text.ts'
import type { FactorRecord, UserRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { isEqual } from '../../base/constant-time.ts'
import { iso } from '../../base/wire/wire.ts'
import { factorsRemovedMail, postWith } from '../../mail/mails.ts'
import { mfaStrategiesSetting } from '../../settings/mfa-strategies.ts'
import { updateCopies } from '../members/members.ts'
import { recordHomeEvent } from '../members/subject-events.ts'
import { forgetDevices } from './remembered-devices.ts'

type Kind = FactorRecord['kind']

/** Second factors from strongest to weakest, with their names in the list of members. */
const STRENGTH = { webauthn: 'passkey', totp: 'app', sms: 'sms', email: 'email' } as const
const SECOND_FACTORS = Object.keys(STRENGTH) as (keyof typeof STRENGTH)[]

export const factsOf = (factor: FactorRecord): Record<string, unknown> => jsonOf(factor.value)

export const factorsOf = (
  store: Collections,
  userId: string,
  kinds: readonly Kind[] = SECOND_FACTORS,
): Promise<FactorRecord[]> => store.factors.list({ userId, kind: { in: kinds } })

/** Returns the strongest kind as stored in `members.factor`. */
export const strongest = (kinds: readonly Kind[]): string | null => {
  const found = SECOND_FACTORS.find((kind) => kinds.includes(kind))
  return found ? STRENGTH[found] : null
}

/** Copies the state of the factors to the user and their memberships, so that lists need only one read. */
export const syncFactors = async (store: Collections, userId: string): Promise<void> => {
  const factor = strongest((await factorsOf(store, userId)).map(({ kind }) => kind))
  await store.users.update({ id: userId }, { mfaEnrolled: factor !== null })
  await updateCopies(store, userId, { mfaEnrolled: factor !== null, factor })
  if (factor === null) await store.factors.delete({ userId, kind: 'recovery' })
}

/** Creates a recovery code of four groups of five digits: 66 bits, and easy to read from paper. */
const newRecoveryCode = (ports: Ports): string => Array.from({ length: 4 }, () => ports.random.digits(5)).join('-')

const recoveryHash = (ports: Ports, userId: string, code: string) =>
  ports.keyedHash('recovery', `${userId}:${codeDigits(code)}`)

type NewFactor = Pick<FactorRecord, 'kind'> & { value: object } & Partial<
    Pick<FactorRecord, 'credentialId' | 'counter'>
  >

const factorRecord = (ports: Ports, userId: string, given: NewFactor): FactorRecord => ({
  id: ports.random.uuid(),
  userId,
  credentialId: null,
  counter: 0,
  createdAt: ports.clock.now(),
  lastUsedAt: null,
  ...given,
  value: JSON.stringify(given.value),
})

/** Kinds of which a user has at most one; enrolling it again replaces it. */
const SINGLE: readonly Kind[] = ['sms', 'email', 'login-phone']

type AlsoWrite = (store: Collections) => Promise<void>

const NOTHING_ELSE: AlsoWrite = async () => undefined

/**
 * Enrolls a factor. `alsoWrite` runs in the same transaction, for example to write the audit row. The first factor
 * comes with a recovery code, which is returned only now.
 */
export const addFactor = async (
  ports: Ports,
  userId: string,
  given: NewFactor,
  alsoWrite = NOTHING_ELSE,
): Promise<string | undefined> => {
  const code = newRecoveryCode(ports)
  const hash = await recoveryHash(ports, userId, code)
  return ports.store.transaction(async (store) => {
    const has = await factorsOf(store, userId, ['recovery'])
    if (SINGLE.includes(given.kind)) await store.factors.delete({ userId, kind: given.kind })
    await store.factors.insert(factorRecord(ports, userId, given))
    await alsoWrite(store)
    const isSecond = given.kind in STRENGTH
    if (isSecond) {
      await syncFactors(store, userId)
      await recordHomeEvent(ports, store, userId, 'frontegg.user.enrolledMFA')
    }
    if (!isSecond || has.length) return undefined
    await store.factors.insert(factorRecord(ports, userId, { kind: 'recovery', value: { hash } }))
    return code
  })
}

type FactorOwner = Pick<UserRecord, 'id' | 'email' | 'name'>

/** Removes factors if `remove` does, forgets the user's remembered browsers, and notifies the user by email. */
const removing = (
  ports: Ports,
  user: FactorOwner,
  { remove, alsoWrite }: { remove(store: Collections): Promise<number>; alsoWrite: AlsoWrite },
): Promise<boolean> =>
  postWith(ports, [factorsRemovedMail(ports, user)], (keep) =>
    ports.store.transaction(async (store) => {
      if (!(await remove(store))) return false
      await syncFactors(store, user.id)
      await forgetDevices({ ...ports, store }, user.id)
      await recordHomeEvent(ports, store, user.id, 'frontegg.user.disabledMFA')
      await alsoWrite(store)
      await keep(store)
      return true
    }),
  )

/** Removes second factors. Does nothing if another request has removed them meanwhile. */
export const removeFactors = (ports: Ports, user: FactorOwner, ids: readonly string[], alsoWrite: AlsoWrite) =>
  removing(ports, user, { remove: ({ factors }) => factors.delete({ userId: user.id, id: { in: ids } }), alsoWrite })

/** Removes all second factors, and the recovery code itself, if the code is correct. A code works only once. */
export const recover = async (
  ports: Ports,
  user: FactorOwner,
  code: string,
  alsoWrite: AlsoWrite,
): Promise<boolean> => {
  const hash = await recoveryHash(ports, user.id, code)
  const [recovery] = await factorsOf(ports.store, user.id, ['recovery'])
  if (!isEqual(hash, recovery ? String(factsOf(recovery).hash) : '') || !recovery) return false
  const remove = async ({ factors }: Collections) => {
    const used = await factors.delete({ id: recovery.id })
    if (used) await factors.delete({ userId: user.id, kind: { in: SECOND_FACTORS } })
    return used
  }
  return removing(ports, user, { remove, alsoWrite })
}

/** Returns the use that a TOTP secret is sealed for: this user's authenticator app. */
export const totpOf = (userId: string): SecretUse => ({ purpose: 'totp', owner: userId })

/** Returns the authenticator app that generated the code; each time step is accepted only once (RFC 6238 §5.2). */
export const verifyTotp = async (ports: Ports, userId: string, code: string): Promise<FactorRecord | undefined> => {
  const now = ports.clock.now()
  for (const factor of await factorsOf(ports.store, userId, ['totp'])) {
    const facts = factsOf(factor)
    const { text: secret, isSealed } = await ports.secretBox.open(String(facts.secret), totpOf(userId))
    const step = await ports.totp.verify({ secret, code, now })
    if (step === undefined || step <= factor.counter) continue
    // Secrets stored before sealing was introduced are sealed on use.
    const sealed = isSealed ? undefined : await ports.secretBox.seal(secret, totpOf(userId))
    const value = sealed && { value: JSON.stringify({ ...facts, secret: sealed }) }
    const patch = { counter: step, lastUsedAt: now, ...value }
    if (await ports.store.factors.update({ id: factor.id, counter: factor.counter }, patch)) return factor
  }
  return undefined
}

/** Masks a phone number. All masks have the same length, because the length would reveal the country. */
export const masked = (phone: string): string => `+*********${phone.slice(-2)}`

/** Returns the factors that the client may offer. */
export const devicesOf = (factors: readonly FactorRecord[], user: Pick<UserRecord, 'email'>): MfaDevices => {
  const of = (kind: Kind) => factors.filter((factor) => factor.kind === kind)
  return {
    webauthn: of('webauthn').map((factor) => ({
      id: factor.id,
      deviceType: String(factsOf(factor).deviceType),
      name: String(factsOf(factor).deviceType) === 'Platform' ? 'This device' : 'Security key',
    })),
    phones: of('sms').map((factor) => ({ id: factor.id, phoneNumber: masked(String(factsOf(factor).phone)) })),
    authenticators: of('totp').map(({ id }) => ({ id })),
    emails: of('email').map(() => ({ email: user.email })),
  }
}

/**
 * Returns the factors that users may enroll. If all are off, the authenticator app remains, because it needs no
 * service.
 */
export const activeStrategies = async (ports: Ports): Promise<MfaStrategy[]> => {
  const { strategies } = await mfaStrategiesSetting.ofVendor(ports.store)
  const active = strategies.filter(({ isActive }) => isActive).map(({ strategy }) => strategy)
  return active.length ? active : ['AuthenticatorApp']
}

type Kinds = readonly FactorRecord['kind'][] | undefined

const MAX_NAME_LENGTH = 60

const toNamed = (factor: FactorRecord): NamedDevice => {
  const { name } = factsOf(factor)
  return {
    id: factor.id,
    name: typeof name === 'string' ? name : '',
    createdAt: iso(factor.createdAt),
    lastUsedAt: factor.lastUsedAt === null ? null : iso(factor.lastUsedAt),
  }
}

/** Lists the names and dates of a user's second factors, or of the given kinds. */
export const namedFactors = async ({ store }: Ports, userId: string, kinds?: Kinds): Promise<NamedDevice[]> =>
  (await factorsOf(store, userId, kinds)).map(toNamed)

interface Renaming {
  userId: string
  id: string
  name: unknown
  kinds?: Kinds
}

/** Renames a factor; an empty name restores the default one. */
export const renameFactor = async ({ store }: Ports, given: Renaming): Promise<NamedDevice> => {
  const { userId, id, kinds } = given
  const found = (await factorsOf(store, userId, kinds)).find((factor) => factor.id === id)
  if (!found) throw notFound("This device doesn't exist")
  const name = readOptionalName(given.name, 'name', MAX_NAME_LENGTH) ?? ''
  const value = JSON.stringify({ ...factsOf(found), name })
  await store.factors.update({ id, userId }, { value })
  return toNamed({ ...found, value })
}
