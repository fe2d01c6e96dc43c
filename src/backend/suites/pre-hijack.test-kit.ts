import { login, quickPhone } from '../../contract/login.ts'
import { passkeys } from '../../contract/mfa.ts'
import { fillPath } from '../../contract/path.ts'
import { session } from '../../contract/session.ts'
import { signUp } from '../../contract/sign-up.ts'
import type { CallResponse, Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'

/** The owner of the mailbox, who has yet to arrive; the domain has single sign-on. */
export const OWNER = 'owner@saml.test'
export const OWNER_PASSWORD = 'Brave-Otter-42'
export const STRANGER_PASSWORD = 'Planted-Pass-1'
export const STRANGER_PHONE = '+12025550666'

/** The account that a stranger created with the owner's email. */
export interface Planted {
  kit: Kit
  userId: string
  tenantId: string
  token: string
  cookie: string
  /** The cookie that identifies the browser that signed up. */
  signUpCookie: string
  /** The content of the sign-up's activation email, which only the owner reads. */
  link: { userId: string; token: string }
}

export const cookieOf = ({ cookies }: CallResponse, name: string): string =>
  cookies.find((cookie) => cookie.startsWith(name))?.split(';')[0] ?? ''

export const post = (kit: Kit, path: string, body: object = {}, as: { token?: string; cookie?: string } = {}) =>
  kit.call('POST', path, { body, ...as })

export const expectOk = (response: CallResponse): CallResponse => {
  if (response.status !== 200) throw new Error(`${response.status} ${JSON.stringify(response.body)}`)
  return response
}

const ACTIVE = { isActive: true }

export const PUBLIC_POLICY = {
  allowSignups: true,
  allowNotVerifiedUsersLogin: true,
  authStrategy: 'EmailAndPassword',
  machineToMachineAuthStrategy: 'AccessToken',
}

/** Creates the stranger's account, with every feature turned on that an unverified user could use. */
export const plant = async (kit: Kit): Promise<Planted> => {
  await kit.reset()
  await setPolicy(kit, 'public-policy', PUBLIC_POLICY)
  const main = ['Code', 'MagicLink', 'SmsCode'].map((strategy) => ({ strategy }))
  await setPolicy(kit, 'auth-strategies', { mainAuthStrategies: main, secondaryAuthStrategies: [] })
  const factors = ['AuthenticatorApp', 'SMS'].map((strategy) => ({ strategy, ...ACTIVE }))
  await setPolicy(kit, 'mfa-strategies', { strategies: factors })
  await setPolicy(kit, 'remember-device', { isAllowed: true, seconds: 86_400 })
  const body = { email: OWNER, password: STRANGER_PASSWORD, companyName: 'Planted', phoneNumber: STRANGER_PHONE }
  const made = expectOk(await post(kit, signUp.signUp.path, body))
  const { userId, token } = kit.lastLink()
  return {
    kit,
    userId,
    tenantId: made.body.tenantId,
    link: { userId, token },
    token: made.body.authResponse.accessToken,
    cookie: cookieOf(made, 'fe_refresh'),
    signUpCookie: cookieOf(made, 'fe_signup'),
  }
}

export const isSignedIn = async (kit: Kit, token: string | undefined): Promise<boolean> =>
  token !== undefined &&
  token !== '' &&
  (await kit.call('GET', session.getMyAuthorization.path, { token })).status === 200

export const byPassword = async (kit: Kit, password: string, cookie?: string): Promise<boolean> =>
  isSignedIn(kit, (await kit.login(OWNER, password, { cookie })).body.accessToken)

const TEXT = { type: 'smscode' }

/** Signs in with a code texted to `phone`, if one is sent there. */
export const byText = async (kit: Kit, phone: string, cookie?: string): Promise<boolean> => {
  const before = kit.texts.length
  const asked = await post(kit, fillPath(login.passwordlessPreLogin.path, TEXT), { email: OWNER }, { cookie })
  if (!kit.texts.slice(before).some(({ to }) => to === phone)) return false
  const body = { code: kit.lastCode('sms') }
  const as = { cookie: cookieOf(asked, 'fe_otc') }
  return isSignedIn(kit, (await post(kit, fillPath(login.passwordlessPostLogin.path, TEXT), body, as)).body.accessToken)
}

export const provePhone = async ({ kit, token }: Planted, phoneNumber: string): Promise<void> => {
  const { changePhoneId } = expectOk(await post(kit, quickPhone.setPhoneNumber.path, { phoneNumber }, { token })).body
  const body = { changePhoneId, code: kit.lastCode('sms') }
  expectOk(await post(kit, quickPhone.verifyPhoneNumberChange.path, body, { token }))
}

export const registerOptions = async ({ kit, token }: Planted) =>
  expectOk(await post(kit, passkeys.startDeviceRegistration.path, {}, { token })).body.options
