import { rememberDevice } from '../../contract/additions/remember-device.ts'
import { mfa } from '../../contract/mfa.ts'
import { mfaLogin } from '../../contract/mfa-login.ts'
import type { FeatureDeps } from '../../feature/slice.ts'

/** Returns the API calls of the second factor. */
export const mfaApiOf = (deps: FeatureDeps) => deps.client({ mfa, mfaLogin, rememberDevice })

export type MfaApi = ReturnType<typeof mfaApiOf>
