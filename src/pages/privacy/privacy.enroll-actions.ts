import type { AuthResponse } from '../../entities/auth.ts'
import type { RecoveryCodeResponse } from '../../entities/mfa.ts'
import { failureOf } from '../../parts/failure/failure.ts'
import type { Ceremonies } from '../../parts/passkeys/ceremony/ceremonies.ts'
import type { PrivacyContext } from './privacy.calls.ts'
import { done, type Enrollable, noticed, openDialog, type PrivacyDialog } from './privacy.state.ts'

/** The server accepts a verification of the last five minutes; a minute is reserved for the steps that follow. */
const PROOF_MAX_AGE_SECONDS = 240

type Strategy = Extract<PrivacyDialog, { kind: 'key' }>['strategy']

const DEVICE_TYPE = { WebAuthnPlatform: 'Platform', WebAuthnCrossPlatform: 'CrossPlatform' } as const
const ATTACHMENT = { WebAuthnPlatform: 'platform', WebAuthnCrossPlatform: 'cross-platform' } as const

/** Creates the actions that set up a second factor. */
export const enrollActions = (context: PrivacyContext) => {
  const { api, apply, get, deps, inDialog, devicesChanged } = context

  /** Ends the enrollment. A recovery code that comes with the first factor is shown before anything else. */
  const finish = async ({ recoveryCode }: RecoveryCodeResponse): Promise<void> => {
    await devicesChanged()
    deps.events.after('update-profile', { mfaEnrolled: true })
    apply(noticed('enrolled'))
    apply(recoveryCode ? openDialog({ kind: 'recovery', code: recoveryCode }) : done)
  }

  const begin = async (strategy: Enrollable): Promise<void> => {
    if (strategy === 'SMS') apply(openDialog({ kind: 'smsNumber' }))
    else if (strategy !== 'AuthenticatorApp') apply(openDialog({ kind: 'key', strategy }))
    else apply(openDialog({ kind: 'app', qrCode: (await api.mfa.startEnroll()).qrCode }))
  }

  /** Verifies an existing factor in a dialog over the page. Returns `true` if the setup can continue at once. */
  const prove = async (next: Enrollable): Promise<boolean> => {
    if (!get().devices.some(({ kind }) => kind !== 'email')) return true
    const response = await api.stepUp.generateStepUpSession({ body: { maxAge: PROOF_MAX_AGE_SECONDS } })
    if ('accessToken' in response && response.accessToken) {
      await deps.session.accept(response)
      return true
    }
    const mfaRequest: AuthResponse = {
      mfaRequired: true,
      mfaEnrolled: true,
      ...(response.mfaToken && { mfaToken: response.mfaToken }),
      ...(response.mfaDevices && { mfaDevices: response.mfaDevices }),
    }
    apply(openDialog({ kind: 'proof', mfaRequest, next }))
    return false
  }

  const sendText = async (phoneNumber: string): Promise<void> => {
    const response = await api.mfa.preEnrollSms({ body: { phoneNumber } })
    const sentAt = deps.clock.now()
    apply(openDialog({ kind: 'smsCode', otcToken: response.otcToken, phoneNumber, sentAt }))
  }

  const enroll = async (strategy: Enrollable): Promise<void> => {
    if (get().starting) return
    apply((state) => ({ ...state, starting: strategy }))
    try {
      if (await prove(strategy)) await begin(strategy)
    } catch (error) {
      apply((state) => ({ ...state, starting: undefined }))
      apply(noticed('failed', { failure: failureOf(error), retry: () => enroll(strategy) }))
    }
  }

  return {
    enroll,
    /** Handles the verification of an existing factor. */
    takeProof: (response: AuthResponse, next: Enrollable) =>
      inDialog(async () => {
        await deps.session.accept(response)
        await begin(next)
      }),
    verifyApp: (token: string) => inDialog(async () => finish(await api.mfa.verifyEnroll({ body: { token } }))),
    submitPhone: (phoneNumber: string) => inDialog(() => sendText(phoneNumber)),
    verifyPhone: (otcToken: string, code: string) =>
      inDialog(async () => finish(await api.mfa.enrollSms({ body: { otcToken, code } }))),
    enrollKey: (strategy: Strategy, ceremonies: Ceremonies) =>
      inDialog(async () => {
        let webauthnToken = ''
        const { attestation } = await ceremonies.register(async (signal) => {
          const started = await api.mfa.preEnrollWebauthn({}, { signal })
          webauthnToken = started.webauthnToken
          const authenticatorSelection = {
            ...started.options.authenticatorSelection,
            authenticatorAttachment: ATTACHMENT[strategy],
          }
          return { ...started.options, authenticatorSelection }
        })
        const body = { deviceType: DEVICE_TYPE[strategy], webauthnToken, options: attestation }
        await finish(await api.mfa.enrollWebauthn({ body }))
      }),
    recoverySaved: () => apply(done),
  }
}
