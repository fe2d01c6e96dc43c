import { text } from '../../../call/read.ts'
import { badRequest } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import { CODE_MESSAGES, TEXTS_PER_TYPED_NUMBER, takeTry } from '../../base/limits/limits.ts'
import { vendorPolicy } from '../../settings/policies.ts'

/** E.164, as text messages need it. */
export const phoneNumber = (value: unknown, field = 'phoneNumber'): string => {
  const phone = text(value, field, 40).replace(/[\s().-]/g, '')
  if (!/^\+?\d{5,15}$/.test(phone)) throw badRequest(`${field} is not a phone number`)
  return phone.startsWith('+') ? phone : `+${phone}`
}

export const codeText = async (ports: Ports, code: string): Promise<string> => {
  const { name } = await vendorPolicy(ports.store, 'vendor')
  return `${code} is your ${name} verification code. It expires in 10 minutes. Don’t share it with anyone.`
}

/** To a number that was replaced: its holder may be the owner, and the change a thief's. */
const phoneChangedText = async (ports: Ports): Promise<string> => {
  const { name } = await vendorPolicy(ports.store, 'vendor')
  return `This phone number was removed from your ${name} account. If this wasn't you, reset your password now.`
}

/** Notifies the holder of a number that it was replaced, unless it stays the same. */
export const notifyOldPhone = async (ports: Ports, old: string | undefined, phone: string | null): Promise<void> => {
  if (old !== undefined && old !== phone) void sendText(ports, old, await phoneChangedText(ports))
}

/**
 * Before a code is texted to a number that someone typed and no one has proven. The user's own limit comes first: a user who
 * reached it uses up nothing of the number, which may be another user's.
 */
export const takeTextToTypedNumber = async (ports: Ports, userId: string, phone: string): Promise<void> => {
  await takeTry(ports, CODE_MESSAGES, userId)
  await takeTry(ports, TEXTS_PER_TYPED_NUMBER, phone)
}

/** A message that cannot be sent is logged; another can be asked for. */
export const sendText = async (ports: Ports, phone: string, message: string): Promise<void> => {
  try {
    await ports.texter.send(phone, message)
  } catch (error) {
    ports.log.error('A text message could not be sent', error)
  }
}

export const textCode = async (ports: Ports, phone: string, code: string): Promise<void> =>
  sendText(ports, phone, await codeText(ports, code))
