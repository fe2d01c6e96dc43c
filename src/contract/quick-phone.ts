import type { Ignored } from '../entities/wire.ts'
import { endpoint } from './endpoint.ts'

/** Quick login by text message: the number its codes go to. Not required by `calls.paths.tsv`, but on the wire. */
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
