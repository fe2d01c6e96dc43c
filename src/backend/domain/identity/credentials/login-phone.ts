import type { Ports } from '../../../ports.ts'
import type { Collections } from '../../../store/store.ts'
import { addFactor, factsOf } from '../mfa/factors.ts'
import { notifyOldPhone } from './phones.ts'

/**
 * Returns the number used to sign in by text message. It is set only by entering a code sent to it: `users.phone` is
 * contact data that sign-up, an administrator or the profile may set to anyone's number.
 */
export const loginPhoneOf = async (store: Collections, userId: string): Promise<string | undefined> => {
  const factor = await store.factors.find({ userId, kind: 'login-phone' })
  return factor && String(factsOf(factor).phone)
}

/**
 * Sets the number used to sign in by text message, and notifies the previous one. Call it only after a code sent to
 * `phone` was entered.
 */
export const setLoginPhone = async (
  ports: Ports,
  userId: string,
  phone: string,
  alsoWrite: (store: Collections) => Promise<void> = async () => undefined,
): Promise<void> => {
  const old = await loginPhoneOf(ports.store, userId)
  await addFactor(ports, userId, { kind: 'login-phone', value: { phone } }, async (store) => {
    await store.users.update({ id: userId }, { phone })
    await alsoWrite(store)
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
