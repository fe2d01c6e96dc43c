import { mfa, mfaLogin, rememberDevice } from '../../contract/mfa.ts'
import type { AuthResponse } from '../../entities/auth.ts'
import type { WebAuthnDeviceType } from '../../entities/mfa.ts'
import type { FeatureDeps, Slice } from '../../feature/slice.ts'
import type { Translate } from '../../i18n/messages.ts'
import { HttpError } from '../../kernel/errors.ts'
import { invitationOf } from '../../navigation/page-query.ts'
import { isStopped } from '../failure/ceremony-error.ts'
import { failureOf, LOGIN_FAILED } from '../failure/failure.ts'
import type { Ceremonies } from '../passkeys/ceremony/ceremonies.ts'
import { ceremonyFailureOf } from '../passkeys/ceremony/ceremony-failure.ts'
import { type Challenge, challengeOf, rememberOf, type Way } from './challenge.ts'
import type { MfaTexts } from './mfa.messages.ts'
import { isBusy, type KeyKind, type MfaEvent, type MfaState, mfaTransition } from './mfa.state.ts'

/** Returns the API calls of the second factor. */
const mfaApiOf = (deps: FeatureDeps) => deps.client({ mfa, mfaLogin, rememberDevice })

type MfaApi = ReturnType<typeof mfaApiOf>

interface KeyAttempt {
  challenge: Challenge
  rememberDevice: boolean
}

const KEY_KINDS = {
  WebAuthnPlatform: { attachment: 'platform', deviceType: 'Platform' },
  WebAuthnCrossPlatform: { attachment: 'cross-platform', deviceType: 'CrossPlatform' },
} as const satisfies Record<KeyKind, { attachment: AuthenticatorAttachment; deviceType: WebAuthnDeviceType }>

const authenticateByKey = async (
  deviceId: string,
  { challenge, rememberDevice }: KeyAttempt,
  api: MfaApi,
  ceremonies: Ceremonies,
) => {
  const { mfaToken } = challenge
  const path = { deviceId }
  let webauthnToken = ''
  const options = await ceremonies.authenticate(async (signal) => {
    const started = await api.mfaLogin.preVerifyWebauthn({ path, body: { mfaToken } }, { signal })
    webauthnToken = started.webauthnToken
    return started.options
  })
  return api.mfaLogin.verifyWebauthn({ path, body: { mfaToken, webauthnToken, options, rememberDevice } })
}

const enrollKey = async (
  kind: KeyKind,
  { challenge, rememberDevice }: KeyAttempt,
  api: MfaApi,
  ceremonies: Ceremonies,
) => {
  const { mfaToken } = challenge
  const { attachment, deviceType } = KEY_KINDS[kind]
  let webauthnToken = ''
  const { attestation } = await ceremonies.register(async (signal) => {
    const started = await api.mfaLogin.preEnrollWebauthn({ body: { mfaToken } }, { signal })
    webauthnToken = started.webauthnToken
    // The API doesn't include the chosen kind, but the browser needs it.
    const selection = { ...started.options.authenticatorSelection, authenticatorAttachment: attachment }
    return { ...started.options, authenticatorSelection: selection }
  })
  const body = { mfaToken, webauthnToken, deviceType, options: attestation, rememberDevice }
  return api.mfaLogin.enrollWebauthn({ body })
}

/** Makes the call that verifies a security key. Each attempt has a new challenge. */
const verifyKey = async (
  state: MfaState,
  rememberDevice: boolean,
  api: MfaApi,
  ceremonies: Ceremonies,
): Promise<AuthResponse | undefined> => {
  if (state.step !== 'webauthn') return undefined
  const { way, challenge } = state
  const given = { challenge, rememberDevice }
  return way.deviceId
    ? authenticateByKey(way.deviceId, given, api, ceremonies)
    : enrollKey(way.kind, given, api, ceremonies)
}

export interface MfaActions {
  /** Opens a request. A new request replaces an older one; the same request changes nothing. */
  open(mfaRequest: AuthResponse, email: string, isStepUp?: boolean): Promise<void>
  choose(way: Way): Promise<void>
  showWays(): Promise<void>
  /** Sends the code of the current method, for the first time or again. */
  sendCode(): Promise<void>
  submitPhone(phoneNumber: string): Promise<void>
  changePhone(): void
  /** Returns the response that signs the user in; `undefined` when it failed or a recovery code must be shown first. */
  verify(code: string, rememberDevice: boolean): Promise<AuthResponse | undefined>
  /** Verifies like `verify`, but with a security key or this device. */
  verifyKey(ceremonies: Ceremonies, rememberDevice: boolean): Promise<AuthResponse | undefined>
  wantRecovery(): void
  /** Returns `true` if the factor is removed and the user must sign in again. */
  recover(recoveryCode: string): Promise<boolean>
}
interface Attempt {
  code: string
  rememberDevice: boolean
}

const byApp = (
  { mfaToken, isEnrolled }: Challenge,
  { code, rememberDevice }: Attempt,
  api: MfaApi,
  deps: FeatureDeps,
) =>
  isEnrolled
    ? api.mfaLogin.verifyCode({ body: { mfaToken, value: code, rememberDevice, ...invitationOf(deps) } })
    : api.mfaLogin.enrollAuthenticator({ body: { mfaToken, token: code, rememberDevice } })

/** Makes the call that verifies a code in the current step. */
const responseTo = async (
  state: MfaState,
  attempt: Attempt,
  api: MfaApi,
  deps: FeatureDeps,
): Promise<AuthResponse | undefined> => {
  if (state.step === 'authenticatorApp') return byApp(state.challenge, attempt, api, deps)
  if (state.step !== 'smsVerifyCode' && state.step !== 'emailVerifyCode') return undefined
  const { mfaToken } = state.challenge
  const body = { mfaToken, otcToken: state.sent?.otcToken ?? '', ...attempt }
  if (state.step === 'emailVerifyCode') return api.mfaLogin.verifyEmailCode({ body })
  const { deviceId } = state.way
  return deviceId ? api.mfaLogin.verifySms({ path: { deviceId }, body }) : api.mfaLogin.enrollSms({ body })
}

/** Requests a code by text message or email. */
const requestCode = (state: MfaState, phoneNumber: string | undefined, api: MfaApi) => {
  if (state.step === 'idle') return undefined
  const body = { mfaToken: state.challenge.mfaToken }
  if (state.step === 'emailVerifyCode') return api.mfaLogin.preVerifyEmailCode({ body })
  if (state.step === 'smsVerifyCode' && state.way.deviceId) {
    return api.mfaLogin.preVerifySms({ path: { deviceId: state.way.deviceId }, body })
  }
  const number = state.step === 'smsVerifyCode' ? state.way.phoneNumber : phoneNumber
  return number ? api.mfaLogin.preEnrollSms({ body: { ...body, phoneNumber: number } }) : undefined
}

const wantsCode = (state: MfaState): boolean =>
  (state.step === 'smsVerifyCode' || state.step === 'emailVerifyCode') && state.sent === null

const wantsQrCode = (state: MfaState): boolean =>
  state.step === 'authenticatorApp' && !state.challenge.isEnrolled && !state.challenge.qrCode

/** Reads the policy. A backend without our added endpoint takes the token in the query. */
const readRememberPolicy = (api: MfaApi, mfaToken: string) =>
  api.rememberDevice.readRememberDevicePolicy({ body: { mfaToken } }).catch((error: unknown) => {
    if (!(error instanceof HttpError && error.status === 404)) throw error
    return api.mfa.getRememberDevicePolicy({ query: { mfaToken } })
  })

export const mfaSlice: Slice<MfaState, MfaActions> = ({ get, set, deps }) => {
  const api = mfaApiOf(deps)
  const send = (event: MfaEvent) => set(() => mfaTransition(get(), event))

  const attempt = async (work: () => Promise<MfaEvent | undefined>): Promise<void> => {
    send({ type: 'submitted' })
    try {
      const event = await work()
      if (event) send(event)
    } catch (error) {
      send(isStopped(error) ? { type: 'stopped' } : { type: 'failed', failure: ceremonyFailureOf(error, LOGIN_FAILED) })
    }
  }

  const sendCode = (typed?: string) =>
    attempt(async () => {
      const response = await requestCode(get(), typed, api)
      if (!response) return undefined
      // The number is kept as typed. The returned one may be masked, and resending an enrollment code needs the full
      // number.
      const masked =
        'phoneNumber' in response && typeof response.phoneNumber === 'string' ? response.phoneNumber : undefined
      const phoneNumber = typed ?? masked
      const sent = { otcToken: response.otcToken, at: deps.clock.now() }
      return { type: 'codeSent', sent, ...(phoneNumber && !isWhole(get()) ? { phoneNumber } : {}) }
    })

  const loadQrCode = async (challenge: Challenge) => {
    try {
      const { qrCode } = await api.mfaLogin.preEnrollAuthenticator({ body: { mfaToken: challenge.mfaToken } })
      send({ type: 'qrCodeKnown', qrCode })
    } catch (error) {
      send({ type: 'submitted' })
      send({ type: 'failed', failure: failureOf(error) })
    }
  }

  /** Verifies or enrolls the factor. A recovery code in the response is shown before the flow continues. */
  const prove = async (attemptOf: (state: MfaState) => Promise<AuthResponse | undefined>) => {
    let response: AuthResponse | undefined
    const state = get()
    if (state.step === 'idle' || isBusy(state)) return undefined
    await attempt(async () => {
      response = await attemptOf(state)
      const recoveryCode = response?.recoveryCode ?? state.challenge.recoveryCode
      if (!response || state.challenge.isEnrolled || !recoveryCode) return { type: 'accepted' }
      return { type: 'enrolled', response, code: recoveryCode }
    })
    return get().step === 'recoveryCode' ? undefined : response
  }

  /** Requests the code or key that the current step starts with. */
  const enter = async () => {
    const state = get()
    if (isBusy(state) || state.step === 'idle') return
    if (wantsCode(state)) await sendCode()
    else if (wantsQrCode(state)) await loadQrCode(state.challenge)
  }

  const loadRemember = async ({ mfaToken }: Challenge) => {
    try {
      const remember = rememberOf(await readRememberPolicy(api, mfaToken))
      if (remember) send({ type: 'rememberKnown', remember })
    } catch (error) {
      // Without the policy the checkbox is not offered, but the sign-in continues.
      deps.log.warn('The policy for remembering devices could not be read', error)
    }
  }

  return {
    async open(mfaRequest, email, isStepUp) {
      const state = get()
      if (state.step !== 'idle' && state.challenge.mfaToken === mfaRequest.mfaToken) return
      const challenge = challengeOf(mfaRequest, email, isStepUp)
      send({ type: 'opened', challenge })
      await Promise.all([enter(), isStepUp ? undefined : loadRemember(challenge)])
    },
    async choose(way) {
      send({ type: 'chosen', way })
      await enter()
    },
    async showWays() {
      send({ type: 'waysWanted' })
      await enter()
    },
    async sendCode() {
      if (!isBusy(get())) await sendCode()
    },
    async submitPhone(phoneNumber) {
      if (!isBusy(get())) await sendCode(phoneNumber)
    },
    changePhone: () => send({ type: 'phoneChangeWanted' }),
    verify: (code, rememberDevice) => prove((state) => responseTo(state, { code, rememberDevice }, api, deps)),
    verifyKey: (ceremonies, rememberDevice) => prove((state) => verifyKey(state, rememberDevice, api, ceremonies)),
    wantRecovery: () => send({ type: 'recoveryWanted' }),
    async recover(recoveryCode) {
      let isDone = false
      const state = get()
      if (state.step === 'idle' || isBusy(state)) return false
      await attempt(async () => {
        const { email, mfaToken } = state.challenge
        await api.mfaLogin.recover({ body: { email, recoveryCode, mfaToken } })
        isDone = true
        return { type: 'accepted' }
      })
      return isDone
    },
  }
}

/** Returns whether the typed number of an enrollment is known and must be kept. */
const isWhole = (state: MfaState): boolean =>
  state.step === 'smsVerifyCode' && !state.challenge.isEnrolled && state.way.phoneNumber !== ''

interface MfaHandlers
  extends Pick<MfaActions, 'choose' | 'showWays' | 'sendCode' | 'submitPhone' | 'changePhone' | 'wantRecovery'> {
  verify(code: string, rememberDevice: boolean): Promise<void>
  verifyKey(rememberDevice: boolean): Promise<void>
  /** Cancels the ceremony for which the browser is prompting. */
  stopKey(): void
  recover(recoveryCode: string): Promise<void>
  saved(response: AuthResponse): void
  back(): void
}

export interface MfaViewProps {
  state: MfaState
  t: Translate<MfaTexts>
  busy: boolean
  error: string | undefined
  on: MfaHandlers
}

export interface MfaStepProps<Step extends MfaState['step']> extends Omit<MfaViewProps, 'state'> {
  state: Extract<MfaState, { step: Step }>
}
