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

/** Sets the sign-in number and notifies the replaced one. Call it only after a code sent to `phone` was verified. */
export const setLoginPhone = async (ports: Ports, userId: string, phone: string): Promise<void> => {
  const old = await loginPhoneOf(ports.store, userId)
  await addFactor(ports, userId, { kind: 'login-phone', value: { phone } })
  await ports.store.users.update({ id: userId }, { phone })
  await notifyOldPhone(ports, old, phone)
}

/** Removes the sign-in number and notifies it. */
export const removeLoginPhone = async (ports: Ports, userId: string): Promise<void> => {
  const old = await loginPhoneOf(ports.store, userId)
  await ports.store.factors.delete({ userId, kind: 'login-phone' })
  await notifyOldPhone(ports, old, null)
}
