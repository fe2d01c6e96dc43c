import type { Ports } from '../../../ports.ts'
import type { FactorRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { addFactor, factsOf } from '../mfa/factors.ts'
import { notifyOldPhone } from './phones.ts'

export const loginPhoneFactor = (store: Collections, userId: string): Promise<FactorRecord | undefined> =>
  store.factors.find({ userId, kind: 'login-phone' })

/**
 * Returns the number used to sign in by text message. It is set only by entering a code sent to it: `users.phone` is
 * contact data that sign-up, an administrator or the profile may set to anyone's number.
 */
export const loginPhoneOf = async (store: Collections, userId: string): Promise<string | undefined> => {
  const factor = await loginPhoneFactor(store, userId)
  return factor && String(factsOf(factor).phone)
}

interface SetPhone {
  /** Says who vouches for the number, if only an identity provider does (`access/provider-credentials.ts`). */
  mark?: Readonly<Record<string, string>>
  alsoWrite?(store: Collections): Promise<void>
}

/**
 * Sets the number used to sign in by text message, and notifies the previous one. Call it only after a code sent to
 * `phone` was entered.
 */
export const setLoginPhone = async (
  ports: Ports,
  userId: string,
  phone: string,
  { mark, alsoWrite }: SetPhone = {},
): Promise<void> => {
  const old = await loginPhoneOf(ports.store, userId)
  await addFactor(ports, userId, { kind: 'login-phone', value: { phone, ...mark } }, async (store) => {
    await store.users.update({ id: userId }, { phone })
    await alsoWrite?.(store)
  })
  await notifyOldPhone(ports, old, phone)
}

/** Removes the number used to sign in by text message. Returns a function that notifies the number. */
export const removeLoginPhone = async (
  ports: Ports,
  store: Collections,
  userId: string,
): Promise<() => Promise<void>> => {
  const old = await loginPhoneOf(store, userId)
  await store.factors.delete({ userId, kind: 'login-phone' })
  return () => notifyOldPhone(ports, old, null)
}
