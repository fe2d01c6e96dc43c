import type { Caller, Reply } from '../../../call/caller.ts'
import { cookieNameOf, onlyOpened, privateCookie } from '../../../call/cookies.ts'
import type { Ports } from '../../../ports.ts'
import { jsonOf } from '../../../store/json-text.ts'
import type { FactorRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { issueTicket, liveTicket, TICKET_LIFE_MS } from '../../base/tickets.ts'
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

const nameOf = (ports: Ports): string => cookieNameOf(ports.config, 'phone')

/**
 * Stores a number chosen after a mailed code. It counts only after a code sent to it is entered, and only the browser
 * that read the email may request that code: the holder of a mistyped number must not be able to sign in with it.
 */
export const keepPendingPhone = async (
  { ports, reply }: { ports: Ports; reply: Reply },
  { userId, phone }: { userId: string; phone: string },
): Promise<void> => {
  const value = await issueTicket(ports, { purpose: 'phone-proof', userId, tenantId: null, detail: { phone } })
  const seconds = TICKET_LIFE_MS['phone-proof'] / 1_000
  reply.headers.append('Set-Cookie', privateCookie(ports.config, { name: nameOf(ports), value, seconds }))
}

/** Returns the number that this browser may still prove for the user. */
export const pendingPhoneOf = async (
  { ports, caller }: { ports: Ports; caller: Caller },
  userId: string,
): Promise<string | undefined> => {
  const ticket = await onlyOpened(caller.cookies(nameOf(ports)), async (token) => {
    const found = await liveTicket(ports, 'phone-proof', token)
    return found?.userId === userId ? found : undefined
  })
  return ticket && String(jsonOf(ticket.detail).phone)
}
