import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const here = dirname(fileURLToPath(import.meta.url))
const flows = join(here, '../../src/flows')

/** Where each flow keeps its states, and the union that names its steps. */
const UNIONS: Readonly<Record<string, readonly [file: string, type: string]>> = {
  login: ['login/login.state.ts', 'LoginState'],
  mfa: ['../parts/mfa/mfa.state.ts', 'MfaState'],
  'sign-up': ['sign-up/sign-up.state.ts', 'SignUpState'],
  'reset-phone-number': ['reset-phone-number/reset-phone-number.state.ts', 'PhoneResetState'],
  'accept-invitation': ['accept-invitation/accept-invitation.state.ts', 'InvitationState'],
  'activate-account': ['activate-account/activate-account.state.ts', 'ActivateState'],
  'forgot-password': ['forgot-password/forgot-password.state.ts', 'ForgotState'],
  'reset-password': ['forgot-password/reset-password.state.ts', 'ResetState'],
  impersonate: ['impersonate/impersonate.state.ts', 'ImpersonateState'],
  'magic-link': ['magic-link/magic-link.state.ts', 'MagicLinkState'],
  'sso-callback': ['sso-callback/sso-callback.state.ts', 'SsoCallbackState'],
  'social-login': ['social-login/social-login.state.ts', 'SocialLoginState'],
  'step-up': ['step-up/step-up.state.ts', 'StepUpState'],
  'hosted-login': ['hosted-login/hosted-login.state.ts', 'HostedLoginState'],
}

/** Seed 000 §2, "Flow steps by screen"; where the code keeps a step of it under another roof, that one is named. */
const SEED: Readonly<Record<string, readonly string[]>> = {
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

/** `| login | preLogin | … | `file.spec.ts` | title |` under the heading of the table. */
const rows: readonly Row[] = readFileSync(join(here, 'README.md'), 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
  .filter((cells) => cells.length === 7 && (cells[1] ?? '') in UNIONS)
  .map(([, flow = '', step = '', state = '', spec = '', title = '']) => ({ flow, step, state, spec, title }))

/** Literals of `step` and `stage` within one type of a file. */
const stepsOf = ([file, type]: readonly [string, string]): string[] => {
  const source = ts.createSourceFile(file, readFileSync(join(flows, file), 'utf8'), ts.ScriptTarget.ES2022, true)
  const found = new Set<string>()
  const visit = (node: ts.Node) => {
    if (ts.isTypeReferenceNode(node)) named(node.typeName.getText())
    if (ts.isPropertySignature(node) && ['step', 'stage'].includes(node.name.getText()) && node.type) {
      const types = ts.isUnionTypeNode(node.type) ? node.type.types : [node.type]
      for (const one of types) if (ts.isLiteralTypeNode(one)) found.add(one.literal.getText().slice(1, -1))
    }
    ts.forEachChild(node, visit)
  }
  const named = (name: string) => {
    const declared = source.statements.find(
      (one) => (ts.isTypeAliasDeclaration(one) || ts.isInterfaceDeclaration(one)) && one.name.text === name,
    )
    if (declared) ts.forEachChild(declared, visit)
  }
  named(type)
  return [...found]
}

test('every step of the login box has its end-to-end test in the table', () => {
  const wanted = Object.entries(UNIONS).flatMap(([flow, union]) => stepsOf(union).map((step) => `${flow} ${step}`))
  assert.ok(wanted.length > 50, `only ${wanted.length} steps were found`)
  // Before the question is known there is nothing to see.
  const missing = wanted.filter(
    (pair) => pair !== 'mfa idle' && !rows.some(({ flow, step }) => `${flow} ${step}` === pair),
  )
  assert.deepEqual(missing, [])
})

test('every step of the seed is one of the code', () => {
  for (const [flow, steps] of Object.entries(SEED)) {
    const union = UNIONS[flow]
    assert.ok(union)
    assert.deepEqual(
      steps.filter((step) => !stepsOf(union).includes(step)),
      [],
      flow,
    )
  }
})

test('every row names a step of the code, and a test that is there', () => {
  const gone = rows.flatMap(({ flow, step, spec, title }) => {
    const union = UNIONS[flow]
    const problems: string[] = []
    if (!union || !stepsOf(union).includes(step)) problems.push(`${flow} ${step}: no such step`)
    const path = join(here, spec)
    if (!existsSync(path)) return [...problems, `${spec}: no such file`]
    const isThere = readFileSync(path, 'utf8').replaceAll('`', "'").includes(`'${title}`)
    return isThere ? problems : [...problems, `${spec}: no test "${title}"`]
  })
  assert.deepEqual(gone, [])
})
