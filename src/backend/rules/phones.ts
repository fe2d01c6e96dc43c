import { text } from '../http/read.ts'
import { badRequest } from '../http/refusal.ts'
import type { Ports } from '../ports.ts'
import { vendorPolicy } from './policies.ts'

/** E.164, as text messages need it. */
export const phoneNumber = (value: unknown, field = 'phoneNumber'): string => {
  const phone = text(value, field, 40).replace(/[\s().-]/g, '')
  if (!/^\+?\d{5,15}$/.test(phone)) throw badRequest(`${field} is not a phone number`)
  return phone.startsWith('+') ? phone : `+${phone}`
}

/** A message that cannot be sent is logged; another can be asked for. */
export const textCode = async (ports: Ports, phone: string, code: string): Promise<void> => {
  try {
    const { name } = await vendorPolicy(ports.store, 'vendor')
    await ports.texter.send(phone, `${code} is your ${name} code. It works once, for 10 minutes. Tell it to nobody.`)
  } catch (error) {
    ports.log.error('A text message could not be sent', error)
  }
}
