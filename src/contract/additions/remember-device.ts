import type { RememberDevicePolicy } from '../../entities/mfa.ts'
import { endpoint } from '../endpoint.ts'

export const rememberDevice = {
  /** As the wire's GET, whose query would carry the token into logs and histories. */
  readRememberDevicePolicy: endpoint<void, { mfaToken: string }, RememberDevicePolicy>()(
    'POST',
    '/identity/resources/fe/v1/mfa/remember-device-policy',
    { noToken: true },
  ),
}
