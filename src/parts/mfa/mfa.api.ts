import { mfa, mfaLogin, rememberDevice } from '../../contract/mfa.ts'
import type { FeatureDeps } from '../../feature/slice.ts'

/** Returns the API calls of the second factor. */
export const mfaApiOf = (deps: FeatureDeps) => deps.client({ mfa, mfaLogin, rememberDevice })

export type MfaApi = ReturnType<typeof mfaApiOf>
