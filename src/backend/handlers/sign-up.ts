import type { signUp } from '../../contract/sign-up.ts'
import { normalizeEmail } from '../../rules/email.ts'
import {
  MAX_METADATA_LENGTH,
  MAX_PASSWORD_LENGTH,
  optionalText,
  readEmail,
  readName,
  readOptionalName,
  text,
} from '../call/read.ts'
import {
  MAIL_PER_ACCOUNT,
  RESEND_PER_USER,
  SIGN_UP_PER_NETWORK,
  takeAttempt,
  takeNetworkTry,
  takeSlot,
} from '../domain/base/limits/limits.ts'
import { mailboxOf, SIGN_UPS_PER_MAILBOX } from '../domain/base/limits/mailbox.ts'
import { signIn } from '../domain/identity/access/sessions.ts'
import { markSignUpBrowser } from '../domain/identity/accounts/email-proof.ts'
import { createAccount, mailAfterSignUp, type SignUpInput, signUpPlaceOf } from '../domain/identity/accounts/sign-up.ts'
import { verifyCaptcha } from '../domain/identity/credentials/captcha.ts'
import { hashNewPassword } from '../domain/identity/credentials/passwords.ts'
import { phoneNumber } from '../domain/identity/credentials/phones.ts'
import { publicPolicySetting } from '../domain/settings/public-policy.ts'
import { byCookie, type Call, type Handlers } from '../http/handler.ts'
import { jsonOf } from '../store/json-text.ts'

type SignUpCall = Call<(typeof signUp)['signUp']>

/** Checks everything before the email is looked up, so that refusals reveal nothing about it. */
const readSignUp = async ({ ports, body }: SignUpCall): Promise<SignUpInput> => {
  const email = readEmail(body.email, 'email')
  const token = optionalText(body.invitationToken, 'invitationToken')
  const place = await signUpPlaceOf(ports, email, token)
  const tenant = place?.tenant
  const password = optionalText(body.password, 'password', MAX_PASSWORD_LENGTH)
  return {
    email,
    name: readOptionalName(body.name, 'name', 200) ?? '',
    companyName: tenant ? '' : readName(body.companyName, 'companyName', 200),
    phone: body.phoneNumber ? phoneNumber(ports, body.phoneNumber) : null,
    metadata: JSON.stringify(jsonOf(optionalText(body.metadata, 'metadata', MAX_METADATA_LENGTH) ?? '{}')),
    passwordHash: password === undefined ? null : await hashNewPassword(ports, password, tenant?.id ?? ''),
    place,
  }
}

export const signUpHandlers = {
  /**
   * The response and the work are the same whether the email has an account or not; roles in the request are ignored.
   */
  signUp: byCookie(async (call) => {
    const { ports, caller, body } = call
    await verifyCaptcha(ports, caller, body.recaptchaToken)
    await takeNetworkTry({ ports, caller }, SIGN_UP_PER_NETWORK)
    const email = normalizeEmail(text(body.email, 'email')) ?? ''
    await takeAttempt(ports, MAIL_PER_ACCOUNT, `sign-up:${email}`)
    await takeAttempt(ports, SIGN_UPS_PER_MAILBOX, mailboxOf(email))
    const input = await readSignUp(call)
    const created = await createAccount(ports, input)
    await markSignUpBrowser(call, created?.id ?? null)
    const user = await ports.store.users.find({ email: input.email })
    const { allowNotVerifiedUsersLogin } = await publicPolicySetting.ofVendor(ports.store)
    await call.audit({
      user,
      action: created ? 'User signed up' : 'Sign-up with a known email',
      resource: 'Users',
      severity: created ? 'Info' : 'Medium',
      description: created ? 'Created an account' : 'Someone tried to sign up with the email of this account',
    })
    // Counted for every email alike: repeated sign-ups must not send more emails than repeated requests for an email.
    const isWithinLimit = (await takeSlot(ports, RESEND_PER_USER, `activate:${input.email}`)) === 'within'
    if (user) await mailAfterSignUp(ports, { user, isMailed: created !== undefined || isWithinLimit })
    if (!created || !allowNotVerifiedUsersLogin || created.passwordHash === null) return { shouldActivate: true }
    const place = { userId: created.id, tenantId: created.tenantId }
    return { shouldActivate: false, ...place, authResponse: await signIn(call, created) }
  }),
} satisfies Handlers<typeof signUp>
