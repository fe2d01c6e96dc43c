import type { Ignored } from '../entities/wire.ts'
import { endpoint } from './endpoint.ts'

/**
 * Quick login by text message: the number that codes are sent to. It is on the wire, although `calls.paths.tsv` does
 * not require it.
 */
export const quickPhone = {
  setPhoneNumber: endpoint<void, { phoneNumber: string }, { changePhoneId: string }>()(
    'POST',
    '/identity/resources/users/v1/phone',
  ),
  verifyPhoneNumberChange: endpoint<void, { changePhoneId: string; code: string }, Ignored>()(
    'POST',
    '/identity/resources/users/v1/phone/verify',
  ),
}
