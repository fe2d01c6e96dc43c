import type { RememberDevicePolicy } from '../../entities/mfa.ts'
import { endpoint } from '../endpoint.ts'

export const rememberDevice = {
  /** Same as the wire's GET, whose query would expose the token in logs and histories. */
  readRememberDevicePolicy: endpoint<void, { mfaToken: string }, RememberDevicePolicy>()(
    'POST',
    '/identity/resources/fe/v1/mfa/remember-device-policy',
    { noToken: true },
  ),
}
