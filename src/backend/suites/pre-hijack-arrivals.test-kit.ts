import type { Credentials } from '../../../demo-host/identity-provider/credentials.ts'
import { samlResponse } from '../../../demo-host/identity-provider/saml-response.ts'
import { login } from '../../contract/login.ts'
import { password, phoneReset } from '../../contract/password.ts'
import { fillPath } from '../../contract/path.ts'
import { activation, signUp } from '../../contract/sign-up.ts'
import { team } from '../../contract/users.ts'
import type { Kit } from './kit.test-kit.ts'
import {
  byPassword,
  byText,
  cookieOf,
  expectOk,
  isSignedIn,
  OWNER,
  OWNER_PASSWORD,
  type Planted,
  post,
} from './pre-hijack.test-kit.ts'
import { connectSaml, factsFor, postSaml, redeemSaml, startSaml } from './saml-forgeries.test-kit.ts'
import { arriveBySocial } from './social.test-kit.ts'

/** Returns whether the owner is in the account after arriving. */
type Arrival = (planted: Planted, idp: Credentials) => Promise<boolean>

const activate = async (kit: Kit, link: { userId: string; token: string }): Promise<boolean> => {
  const { userId, token } = link
  const response = await post(kit, activation.activateAccount.path, { userId, token, password: OWNER_PASSWORD })
  return isSignedIn(kit, response.body.accessToken)
}

const passwordless = async (kit: Kit, type: 'code' | 'magiclink'): Promise<boolean> => {
  const asked = await post(kit, fillPath(login.passwordlessPreLogin.path, { type }), { email: OWNER })
  const code = type === 'code' ? kit.lastCode('mail') : kit.lastLink().token
  const as = { cookie: cookieOf(asked, 'fe_otc') }
  const response = await post(kit, fillPath(login.passwordlessPostLogin.path, { type }), { code, token: code }, as)
  return isSignedIn(kit, response.body.accessToken)
}

const bySaml: Arrival = async ({ kit }, idp) => {
  await connectSaml(kit, idp)
  const started = await startSaml(kit, OWNER)
  const response = samlResponse(factsFor(kit, started, OWNER), idp)
  const posted = await postSaml(kit, response, started.relayState)
  return isSignedIn(kit, (await redeemSaml(kit, posted, started)).body.accessToken)
}

const bySocial: Arrival = async ({ kit }) => {
  const settled = await arriveBySocial(kit, { email: OWNER, name: 'Owner' }).catch(() => undefined)
  return settled?.user.email === OWNER
}

/** Every way in which the owner of the mailbox can arrive, always in another browser. */
export const ARRIVALS: Readonly<Record<string, Arrival>> = {
  'the activation link': ({ kit, link }) => activate(kit, link),
  'a sign-up of their own': async ({ kit }) => {
    const body = { email: OWNER, password: OWNER_PASSWORD, companyName: 'Own' }
    expectOk(await post(kit, signUp.signUp.path, body))
    return activate(kit, kit.lastLink())
  },
  'an activation link sent again': async ({ kit }) => {
    expectOk(await post(kit, activation.resendActivationEmail.path, { email: OWNER }))
    return activate(kit, kit.lastLink())
  },
  'a password reset': async ({ kit }) => {
    expectOk(await post(kit, password.forgotPassword.path, { email: OWNER }))
    const { userId, token } = kit.lastLink()
    expectOk(await post(kit, password.resetPassword.path, { userId, token, password: OWNER_PASSWORD }))
    return byPassword(kit, OWNER_PASSWORD)
  },
  'a password reset that signs out nowhere': async ({ kit }) => {
    expectOk(await post(kit, password.forgotPassword.path, { email: OWNER }))
    const { userId, token } = kit.lastLink()
    const body = { userId, token, password: OWNER_PASSWORD, signOutEverywhere: false }
    expectOk(await post(kit, password.resetPassword.path, body))
    return byPassword(kit, OWNER_PASSWORD)
  },
  'a magic link': ({ kit }) => passwordless(kit, 'magiclink'),
  'a mailed code': ({ kit }) => passwordless(kit, 'code'),
  'an invitation': async ({ kit }) => {
    const { token } = await kit.signIn('ada@acme.test')
    expectOk(await post(kit, team.addUser.path, { provider: 'local', email: OWNER, roleIds: ['member'] }, { token }))
    return activate(kit, kit.lastLink())
  },
  'single sign-on': bySaml,
  'a social account with the same email': bySocial,
  'a phone reset': async ({ kit }) => {
    const asked = expectOk(await post(kit, phoneReset.resetPhoneNumber.path, { email: OWNER }))
    const proof = { ...asked.body, code: kit.lastCode('mail') }
    const { changePhoneNumberToken } = expectOk(await post(kit, phoneReset.verifyResetPhoneNumber.path, proof)).body
    const body = { changePhoneNumberToken, phoneNumber: '+12025550123' }
    const changed = expectOk(await kit.call('PUT', phoneReset.changePhoneNumber.path, { body }))
    return byText(kit, '+12025550123', cookieOf(changed, 'fe_phone'))
  },
}
