import type { PasswordRules } from '../entities/policies.ts'
import type { Ignored } from '../entities/wire.ts'
import { endpoint } from './endpoint.ts'

export const password = {
  forgotPassword: endpoint<
    void,
    /**
     * With `keepSessions`, the page of a link that sets a first password proposes to keep the user signed in, if the call
     * has the access token of a session of this user.
     */
    { email: string; recaptchaToken?: string; keepSessions?: boolean },
    Ignored
  >()('POST', '/identity/resources/users/v1/passwords/reset'),
  resetPassword: endpoint<
    void,
    /** Sessions and personal API tokens end unless `signOutEverywhere` is false. */
    { userId: string; token: string; password: string; recaptchaToken?: string; signOutEverywhere?: boolean },
    Ignored
  >()('POST', '/identity/resources/users/v1/passwords/reset/verify'),
  getPasswordConfig: endpoint<{ userId?: string }, void, PasswordRules | null>()(
    'GET',
    '/identity/resources/users/v1/passwords/config',
  ),
  changePassword: endpoint<void, { password: string; newPassword: string }, Ignored>()(
    'POST',
    '/identity/resources/users/v1/passwords/change',
  ),
  sendBreachedPasswordEmails: endpoint<void, void, Ignored>()(
    'POST',
    '/identity/resources/users/v1/passwords/breached/reset/bulk',
  ),
}

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
