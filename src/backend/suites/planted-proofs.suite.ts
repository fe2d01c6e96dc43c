import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Credentials } from '../../../demo-host/identity-provider/credentials.ts'
import { samlResponse } from '../../../demo-host/identity-provider/saml-response.ts'
import { login } from '../../contract/login.ts'
import { mfaLogin } from '../../contract/mfa.ts'
import { fillPath } from '../../contract/path.ts'
import { createBackend } from '../backend.ts'
import { APP, type Kit } from './kit.test-kit.ts'
import { appCode, setPolicy } from './mfa.test-kit.ts'
import { providerKeys } from './provider-keys.test-kit.ts'
import { connectSaml, factsFor, postSaml, redeemSaml, startSaml } from './saml-forgeries.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

const MEL = 'mel@acme.test'
const MIA = 'mia@acme.test'
const SAM = 'sam@globex.test'

const pairs = (cookies: readonly string[]) => cookies.map((cookie) => cookie.split(';')[0] ?? '')

/**
 * Tests cookies that prove something to a sign-in, together with a cookie of the same name that another host of the
 * site planted.
 */
export const describePlantedProofs = (kit: () => Kit): void => {
  let keys: Credentials
  before(async () => {
    keys = await providerKeys()
  })

  /**
   * The junk precedes the real cookies in one variant and follows them in the other, because their order carries no
   * information.
   */
  const besideJunk = (cookies: string): string[] => {
    const junk = cookies
      .split('; ')
      .map((each) => `${each.split('=')[0]}=junk`)
      .join('; ')
    return [`${junk}; ${cookies}`, `${cookies}; ${junk}`]
  }

  const requestCode = async (email: string) => {
    const path = fillPath(login.passwordlessPreLogin.path, { type: 'code' })
    const [cookie = ''] = pairs((await kit().call('POST', path, { body: { email } })).cookies)
    return { cookie, code: kit().lastCode('mail') }
  }
  const enterCode = (code: string, cookie: string) =>
    kit().call('POST', fillPath(login.passwordlessPostLogin.path, { type: 'code' }), {
      cookie,
      body: { code, token: code },
    })

  it('don’t affect an emailed code', async () => {
    await setPolicy(kit(), 'public-policy', { authStrategy: 'Code' })
    for (const at of [0, 1]) {
      const { cookie, code } = await requestCode(MEL)
      assert.equal((await enterCode(code, besideJunk(cookie)[at] ?? '')).status, 200)
    }
  })

  it('with a code of their own sign no one in', async () => {
    await setPolicy(kit(), 'public-policy', { authStrategy: 'Code' })
    const planted = await requestCode(SAM)
    const own = await requestCode(MEL)
    for (const code of [planted.code, own.code])
      for (const cookie of [`${planted.cookie}; ${own.cookie}`, `${own.cookie}; ${planted.cookie}`])
        assert.equal((await enterCode(code, cookie)).status, 400)
    assert.equal((await enterCode(own.code, own.cookie)).status, 200)
  })

  it('don’t affect a remembered browser', async () => {
    await setPolicy(kit(), 'remember-device', { isAllowed: true, seconds: 3_600 })
    const { mfaToken } = (await kit().login(MIA)).body
    const body = { mfaToken, value: await appCode(kit()), rememberDevice: true }
    const { cookies } = await kit().call('POST', mfaLogin.verifyCode.path, { body })
    const device = pairs(cookies).find((one) => one.startsWith('fe_device_')) ?? ''
    for (const cookie of besideJunk(device))
      assert.equal((await kit().login(MIA, PASSWORD, { cookie })).body.mfaRequired, false)
  })

  it('don’t affect the first factor of a recovery, unless one belongs to another user', async () => {
    const [own = ''] = pairs((await kit().login(MIA)).cookies)
    const [planted = ''] = pairs((await kit().login(SAM)).cookies)
    const recover = (cookie: string) =>
      kit().call('POST', mfaLogin.recover.path, { body: { email: MIA, recoveryCode: 'wrong' }, cookie })
    // A 400 means that the code was checked, and a 401 that there was no first factor.
    for (const cookie of besideJunk(own)) assert.equal((await recover(cookie)).status, 400)
    for (const cookie of [`${planted}; ${own}`, `${own}; ${planted}`]) assert.equal((await recover(cookie)).status, 401)
  })

  it('don’t keep the browser that started a single sign-on from completing it', async () => {
    await connectSaml(kit(), keys)
    for (const at of [0, 1]) {
      const started = await startSaml(kit())
      const facts = { ...factsFor(kit(), started), assertionId: `_${started.relayState}` }
      const posted = await postSaml(kit(), samlResponse(facts, keys), started.relayState)
      const marked = {
        ...started,
        cookie: besideJunk([started.cookie, posted.cookie].filter(Boolean).join('; '))[at] ?? '',
      }
      assert.equal((await redeemSaml(kit(), { ...posted, cookie: '' }, marked)).status, 200)
    }
  })

  it('are ignored beside a first factor whose cookie name begins with __Host-', async () => {
    const apiUrl = 'https://id.example.com'
    const backend = createBackend({ ...kit().ports, config: { ...kit().config, apiUrl, hostCookies: true } })
    const headers = { 'Content-Type': 'application/json', Origin: APP }
    const body = JSON.stringify({ email: MIA, password: PASSWORD })
    const response = await backend(new Request(apiUrl + login.login.path, { method: 'POST', headers, body }))
    const cookies = response.headers.getSetCookie()
    assert.ok(cookies.length > 0)
    for (const cookie of cookies) assert.match(cookie, /^__Host-.*; Path=\/; .*Secure/)
  })
}
