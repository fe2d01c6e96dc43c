import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOfTest, literalsOf, readmeRows, type Union } from './support/readme-table.ts'

/** The file with the states of each flow, and the union that names its steps. */
const UNIONS: Readonly<Record<string, Union>> = {
  login: ['src/flows/login/login.state.ts', 'LoginState'],
  mfa: ['src/parts/mfa/mfa.state.ts', 'MfaState'],
  'sign-up': ['src/flows/sign-up/sign-up.state.ts', 'SignUpState'],
  'reset-phone-number': ['src/flows/reset-phone-number/reset-phone-number.state.ts', 'PhoneResetState'],
  'accept-invitation': ['src/flows/accept-invitation/accept-invitation.state.ts', 'InvitationState'],
  'activate-account': ['src/flows/activate-account/activate-account.state.ts', 'ActivateState'],
  'forgot-password': ['src/flows/forgot-password/forgot-password.state.ts', 'ForgotState'],
  'reset-password': ['src/flows/forgot-password/reset-password.state.ts', 'ResetState'],
  impersonate: ['src/flows/impersonate/impersonate.state.ts', 'ImpersonateState'],
  'magic-link': ['src/flows/magic-link/magic-link.state.ts', 'MagicLinkState'],
  'sso-callback': ['src/flows/sso-callback/sso-callback.state.ts', 'SsoCallbackState'],
  'social-login': ['src/flows/social-login/social-login.state.ts', 'SocialLoginState'],
  'step-up': ['src/flows/step-up/step-up.state.ts', 'StepUpState'],
  'hosted-login': ['src/flows/hosted-login/hosted-login.state.ts', 'HostedLoginState'],
}

/**
 * The steps by their public names, which hosts read; a step that belongs to another flow in the code is listed there.
 */
const PUBLIC_STEPS: Readonly<Record<string, readonly string[]>> = {
  login: [
    ...['preLogin', 'magicLinkPreLoginSuccess', 'loginWithSmsOtc', 'loginWithQuickSmsOtc', 'loginWithOtc'],
    ...['loginWithPassword', 'loginWithTwoFactor', 'redirectToSSO', 'success', 'forceTwoFactor', 'promptPasskeys'],
    ...['breachedPassword', 'breachedPasswordSuccess', 'registerQuickLogin'],
  ],
  'sso-callback': ['loginWithSSOFailed'],
  mfa: [
    ...['verify', 'recoveryCode', 'authenticatorApp', 'smsSetPhoneNumber', 'smsVerifyCode', 'emailVerifyCode'],
    'recoverTwoFactor',
  ],
  'step-up': ['noMFAEnrolledStepUp'],
  'sign-up': ['SignUp', 'SignUpSuccess'],
  'reset-phone-number': ['ResetPhoneNumber', 'VerifyResetPhoneNumber', 'ChangePhoneNumber'],
  'accept-invitation': ['validate', 'invalid', 'pending', 'success', 'failed'],
  'activate-account': ['activating', 'activatingForm', 'success', 'resend'],
  'forgot-password': ['forgotPassword', 'success'],
  impersonate: ['impersonating', 'success'],
}

interface Row {
  flow: string
  step: string
  state: string
  spec: string
  title: string
}

/** The rows `| login | preLogin | … | `file.spec.ts` | title |` of the README. */
const rows: readonly Row[] = readmeRows(5, (flow) => flow in UNIONS).map(
  ([flow = '', step = '', state = '', spec = '', title = '']) => ({ flow, step, state, spec, title }),
)

const stepsOf = (union: Union): string[] => literalsOf(union, ['step', 'stage'])

test('every step of the login box has its end-to-end test in the table', () => {
  const wanted = Object.entries(UNIONS).flatMap(([flow, union]) => stepsOf(union).map((step) => `${flow} ${step}`))
  assert.ok(wanted.length > 50, `only ${wanted.length} steps were found`)
  // These states show nothing.
  const missing = wanted.filter(
    (pair) => pair !== 'mfa idle' && !rows.some(({ flow, step }) => `${flow} ${step}` === pair),
  )
  assert.deepEqual(missing, [])
})

test('every public step is one of the code', () => {
  for (const [flow, steps] of Object.entries(PUBLIC_STEPS)) {
    const union = UNIONS[flow]
    assert.ok(union)
    assert.deepEqual(
      steps.filter((step) => !stepsOf(union).includes(step)),
      [],
      flow,
    )
  }
})

test('every row has a step of the code and an existing test', () => {
  const gone = rows.flatMap(({ flow, step, spec, title }) => {
    const union = UNIONS[flow]
    const problems: string[] = []
    if (!union || !stepsOf(union).includes(step)) problems.push(`${flow} ${step}: no such step`)
    return [...problems, ...faultsOfTest(spec, title)]
  })
  assert.deepEqual(gone, [])
})
