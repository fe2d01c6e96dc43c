import type { Ignored } from '../entities/wire.ts'
import { endpoint } from './endpoint.ts'

/** Phone reset in three steps: request it by email, prove it with a code, set the new number. */
export const phoneReset = {
  resetPhoneNumber: endpoint<void, { email: string; recaptchaToken?: string }, { resetPhoneNumberToken: string }>()(
    'POST',
    '/identity/resources/users/v1/phone/reset',
  ),
  verifyResetPhoneNumber: endpoint<
    void,
    { resetPhoneNumberToken: string; code: string },
    { changePhoneNumberToken: string }
  >()('POST', '/identity/resources/users/v1/phone/reset/verify'),
  changePhoneNumber: endpoint<void, { changePhoneNumberToken: string; phoneNumber: string }, Ignored>()(
    'PUT',
    '/identity/resources/users/v1/phone/change',
  ),
}
