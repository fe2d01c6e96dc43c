import { useMemo } from 'react'
import type { FeApp, Headless } from '../index.ts'
import { useFrontEntry } from './provider.tsx'

type Calls = Headless['calls']

type Input<Call> = Call extends (input: infer Given, ...rest: never[]) => unknown ? NonNullable<Given> : never
type BodyOf<Call> = Input<Call> extends { body?: infer Body } ? Body : never
type Action<Call> = Call extends (...input: never[]) => infer Result
  ? [BodyOf<Call>] extends [never]
    ? () => Result
    : (body: BodyOf<Call>) => Result
  : never

const PICKED = {
  preLogin: ['login', 'preLogin'],
  login: ['login', 'login'],
  verifyMfaCode: ['mfaLogin', 'verifyCode'],
  recoverMfa: ['mfaLogin', 'recover'],
  sendMfaEmailCode: ['mfaLogin', 'preVerifyEmailCode'],
  verifyMfaEmailCode: ['mfaLogin', 'verifyEmailCode'],
  signUp: ['signUp', 'signUp'],
  activateAccount: ['activation', 'activateAccount'],
  resendActivationEmail: ['activation', 'resendActivationEmail'],
  verifyInviteToken: ['invitation', 'verifyInviteToken'],
  acceptInvitation: ['invitation', 'acceptInvitation'],
  resendInvitationEmail: ['invitation', 'resendInvitationEmail'],
  forgotPassword: ['password', 'forgotPassword'],
  resetPassword: ['password', 'resetPassword'],
  changePassword: ['password', 'changePassword'],
  generateStepUpSession: ['stepUp', 'generateStepUpSession'],
} as const satisfies { [action: string]: readonly [keyof Calls, string] }

type Picked = typeof PICKED
type CallAt<Path> = Path extends readonly [infer Group extends keyof Calls, infer Name extends string]
  ? Name extends keyof Calls[Group]
    ? Calls[Group][Name]
    : never
  : never

/**
 * Calls bound to their endpoint: each takes the request body and rejects with HttpError, whose message comes from the
 * API.
 */
export type AuthActions = { readonly [action in keyof Picked]: Action<CallAt<Picked[action]>> } & Pick<
  FeApp,
  'loginWithRedirect' | 'logout' | 'stepUp' | 'switchTenant'
> &
  Pick<Headless, 'reloadProfile'>

export class NotStartedError extends Error {
  override readonly name = 'NotStartedError'
}

const createActions = (app: FeApp | undefined): AuthActions => {
  const started = (): FeApp => {
    if (app) return app
    throw new NotStartedError(
      'Front Entry has not started yet: call actions from handlers and effects, below the provider',
    )
  }
  const act = async ([group, name]: readonly [keyof Calls, string], body: unknown) => {
    const { calls } = await started().headless()
    // The names above are the keys of this table.
    const table = calls[group] as Readonly<Record<string, (input: { body: unknown }) => Promise<unknown>>>
    return table[name]?.({ body })
  }
  const bound = Object.fromEntries(
    Object.entries(PICKED).map(([action, path]) => [action, (body?: unknown) => act(path, body)]),
  )
  return {
    ...(bound as Pick<AuthActions, keyof Picked>), // the mapped type mirrors what the line above builds
    loginWithRedirect: async (options) => started().loginWithRedirect(options),
    logout: async (redirectUrl) => started().logout(redirectUrl),
    stepUp: (options) => started().stepUp(options),
    switchTenant: async (tenantId) => started().switchTenant(tenantId),
    reloadProfile: async () => (await started().headless()).reloadProfile(),
  }
}

/**
 * Returns the calls for a host's own sign-in screens: sign in, verify a code, sign up, reset a password and so on. The
 * object stays the same as long as the app does.
 *
 * @example
 * const Forgot = () => {
 *   const { forgotPassword } = useAuthActions()
 *   return <button type="button" onClick={() => forgotPassword({ email: 'ada@acme.test' })}>Send me a link</button>
 * }
 */
export const useAuthActions = (): AuthActions => {
  const app = useFrontEntry()
  return useMemo(() => createActions(app), [app])
}
