import { text } from '../../../call/read.ts'
import { badRequest } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import { CODE_MESSAGES, TEXTS_PER_TYPED_NUMBER, takeAttempt } from '../../base/limits/limits.ts'
import { vendorSetting } from '../../settings/vendor.ts'

interface PhoneField {
  /** @default 'phoneNumber' */
  field?: string
  /** Numbers that are stored where this one is sent back unchanged; older rules may have accepted them. */
  stored?: readonly (string | null)[]
}

/** Parses a phone number as E.164, which text messages require. A national number would be texted abroad. */
export const phoneNumber = (
  { readPhone }: Pick<Ports, 'readPhone'>,
  value: unknown,
  { field = 'phoneNumber', stored = [] }: PhoneField = {},
): string => {
  const typed = text(value, field, 40)
  if (stored.includes(typed)) return typed
  const { phone, fault } = readPhone(typed)
  if (phone === undefined) throw badRequest(`${field} ${fault}`)
  return phone
}

export const codeText = async (ports: Ports, code: string): Promise<string> => {
  const { name } = await vendorSetting.ofVendor(ports.store)
  return `${code} is your ${name} verification code. It expires in 10 minutes. Don’t share it with anyone.`
}

/** Returns the text for a number that was replaced. Its holder may be the owner, and the change a thief's. */
const phoneChangedText = async (ports: Ports): Promise<string> => {
  const { name } = await vendorSetting.ofVendor(ports.store)
  return `This phone number was removed from your ${name} account. If this wasn't you, reset your password now.`
}

/** Notifies the previous number if it was replaced or removed. */
export const notifyOldPhone = async (ports: Ports, old: string | undefined, phone: string | null): Promise<void> => {
  if (old !== undefined && old !== phone) void sendText(ports, old, await phoneChangedText(ports))
}

/**
 * Limits the codes texted to a number that was entered but not proven. The user's own limit is checked first, so that a
 * user who reached it doesn't use up the number's limit, which may affect another user.
 */
export const takeTextToTypedNumber = async (ports: Ports, userId: string, phone: string): Promise<void> => {
  await takeAttempt(ports, CODE_MESSAGES, userId)
  await takeAttempt(ports, TEXTS_PER_TYPED_NUMBER, phone)
}

/** Sends a text message. Failures are only logged, because the user can request another message. */
export const sendText = async (ports: Ports, phone: string, message: string): Promise<void> => {
  try {
    await ports.texter.send(phone, message)
  } catch (error) {
    ports.log.error('A text message could not be sent', error)
  }
}

export const textCode = async (ports: Ports, phone: string, code: string): Promise<void> =>
  sendText(ports, phone, await codeText(ports, code))
