import assert from 'node:assert/strict'
import { it } from 'node:test'
import { login as loginTable } from '../../contract/login.ts'
import { mfaLogin } from '../../contract/mfa.ts'
import { password } from '../../contract/password.ts'
import { fillPath } from '../../contract/path.ts'
import { MFA_PER_ACCOUNT } from '../domain/base/limits/limits.ts'
import { addFactor } from '../domain/identity/mfa/factors.ts'
import type { Kit } from './kit.test-kit.ts'
import { appCode, setPolicy } from './mfa.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

const MINUTE = 60_000
const ROUNDS = 40

/** The origin of a request: a network, and a browser with the cookies it has. */
interface From {
  address: string
  cookie: string
}

/** A way to sign in whose attempts anyone can use up, and which must still work for its owner. */
interface Method {
  email: string
  /** Uses up attempts from one network; `round` numbers the networks. */
  attack(kit: Kit, from: From, round: number): Promise<unknown>
  /** Signs in as the owner, and returns the last status. */
  enter(kit: Kit, from: From): Promise<number>
  /** The status after the attack for a browser in which the owner never signed in; `undefined` if they can sign in. */
  elsewhere: number | undefined
}

const pairsOf = (cookies: readonly string[]) => cookies.map((cookie) => cookie.split(';')[0] ?? '')
const post = (kit: Kit, path: string, from: From, body: object) => kit.call('POST', path, { ...from, body })
const typed = (endpoint: { path: string }, type: string) => fillPath(endpoint.path, { type })
const challenge = async (kit: Kit, from: From, email: string) => {
  const { body, cookies } = await kit.login(email, PASSWORD, from)
  return { mfaToken: String(body.mfaToken), from: { ...from, cookie: [from.cookie, ...pairsOf(cookies)].join('; ') } }
}
const wrongCode = async (kit: Kit) => ((await appCode(kit)) === '000000' ? '000001' : '000000')

const byCode: Pick<Method, 'attack' | 'enter'> = {
  attack: (kit, from) => post(kit, typed(loginTable.passwordlessPreLogin, 'code'), from, { email: 'mel@acme.test' }),
  async enter(kit, from) {
    const asked = await post(kit, typed(loginTable.passwordlessPreLogin, 'code'), from, { email: 'mel@acme.test' })
    if (asked.status !== 200) return asked.status
    const cookie = [from.cookie, ...pairsOf(asked.cookies)].join('; ')
    const body = { code: kit.lastCode('mail') }
    return (await post(kit, typed(loginTable.passwordlessPostLogin, 'code'), { ...from, cookie }, body)).status
  },
}

const METHODS: Readonly<Record<string, Method>> = {
  'a password': {
    email: 'mel@acme.test',
    attack: (kit, from) => kit.login('mel@acme.test', 'wrong', from),
    enter: async (kit, from) => (await kit.login('mel@acme.test', PASSWORD, from)).status,
    elsewhere: 429,
  },
  'an emailed code, requested by anyone': { email: 'mel@acme.test', ...byCode, elsewhere: 429 },
  'an emailed code, guessed by anyone': {
    email: 'mel@acme.test',
    async attack(kit, from, round) {
      if (round % 8 === 0) kit.time.now += 15 * MINUTE + 1
      const asked = await post(kit, typed(loginTable.passwordlessPreLogin, 'code'), from, { email: 'mel@acme.test' })
      const cookie = pairsOf(asked.cookies).join('; ')
      for (let guess = 0; guess < 3; guess += 1)
        await post(kit, typed(loginTable.passwordlessPostLogin, 'code'), { ...from, cookie }, { code: '000000' })
    },
    enter: byCode.enter,
    elsewhere: 429,
  },
  'a magic link': {
    email: 'mel@acme.test',
    attack: (kit, from) =>
      post(kit, typed(loginTable.passwordlessPreLogin, 'magiclink'), from, { email: 'mel@acme.test' }),
    async enter(kit, from) {
      const asked = await post(kit, typed(loginTable.passwordlessPreLogin, 'magiclink'), from, {
        email: 'mel@acme.test',
      })
      if (asked.status !== 200) return asked.status
      const { token } = kit.lastLink()
      return (await post(kit, typed(loginTable.passwordlessPostLogin, 'magiclink'), from, { token })).status
    },
    elsewhere: 429,
  },
  'the code of an app, guessed by someone who knows the password': {
    email: 'mia@acme.test',
    async attack(kit, from) {
      const { mfaToken } = await challenge(kit, from, 'mia@acme.test')
      await post(kit, mfaLogin.verifyCode.path, from, { mfaToken, value: await wrongCode(kit) })
      kit.time.now += 2 * 1_000
    },
    async enter(kit, from) {
      const { mfaToken } = await challenge(kit, from, 'mia@acme.test')
      return (await post(kit, mfaLogin.verifyCode.path, from, { mfaToken, value: await appCode(kit) })).status
    },
    elsewhere: 429,
  },
  'an emailed second factor, requested by someone who knows the password': {
    email: 'mel@acme.test',
    async attack(kit, from) {
      const { mfaToken } = await challenge(kit, from, 'mel@acme.test')
      await post(kit, mfaLogin.preVerifyEmailCode.path, from, { mfaToken })
    },
    async enter(kit, from) {
      const { mfaToken } = await challenge(kit, from, 'mel@acme.test')
      const asked = await post(kit, mfaLogin.preVerifyEmailCode.path, from, { mfaToken })
      if (asked.status !== 200) return asked.status
      const body = { mfaToken, otcToken: asked.body.otcToken, code: kit.lastCode('mail') }
      return (await post(kit, mfaLogin.verifyEmailCode.path, from, body)).status
    },
    elsewhere: 429,
  },
  'a recovery code, guessed by someone who knows the password': {
    email: 'mia@acme.test',
    async attack(kit, from) {
      const { from: inside } = await challenge(kit, from, 'mia@acme.test')
      await post(kit, mfaLogin.recover.path, inside, { email: 'mia@acme.test', recoveryCode: 'WRONG-WRONG' })
      kit.time.now += MINUTE
    },
    async enter(kit, from) {
      const { from: inside } = await challenge(kit, from, 'mia@acme.test')
      const body = { email: 'mia@acme.test', recoveryCode: 'WRONG-AGAIN' }
      const { status } = await post(kit, mfaLogin.recover.path, inside, body)
      // The code is only compared if attempts are left.
      return status === 400 ? 200 : status
    },
    elsewhere: 429,
  },
  'the link of a forgotten password': {
    email: 'mel@acme.test',
    attack: (kit, from) => post(kit, password.forgotPassword.path, from, { email: 'mel@acme.test' }),
    async enter(kit, from) {
      // The links that others request lead to the owner's mailbox, too.
      const { userId, token } = kit.lastLink()
      return (await post(kit, password.resetPassword.path, from, { userId, token, password: 'Newer-Otter-43-Moss' }))
        .status
    },
    elsewhere: undefined,
  },
}

export const describeOwnerKeptIn = (kit: () => Kit): void => {
  const deviceOf = (cookies: readonly string[]) => pairsOf(cookies).find((pair) => pair.startsWith('fe_known_')) ?? ''
  /** Signs the owner in once, with a second factor where there is one, and returns the browser. */
  const browserOf = async (email: string): Promise<From> => {
    const address = '192.0.2.1'
    const first = await kit().login(email, PASSWORD, { address })
    if (!first.body.mfaRequired) return { address, cookie: deviceOf(first.cookies) }
    const body = { mfaToken: first.body.mfaToken, value: await appCode(kit()) }
    const second = await kit().call('POST', mfaLogin.verifyCode.path, { address, body })
    assert.equal(second.status, 200, JSON.stringify(second.body))
    kit().time.now += 30_000
    return { address, cookie: deviceOf(second.cookies) }
  }

  for (const [what, { email, attack, enter, elsewhere }] of Object.entries(METHODS)) {
    it(`don’t keep the owner out of a browser that they have signed in on, by ${what}`, async () => {
      const strategy = what === 'a magic link' ? 'MagicLink' : 'Code'
      await setPolicy(kit(), 'public-policy', { authStrategy: strategy })
      const own = await browserOf(email)
      if (what.startsWith('an emailed second factor')) await addFactor(kit().ports, 'mel', { kind: 'email', value: {} })
      for (let round = 0; round < ROUNDS; round += 1)
        await attack(kit(), { address: `198.51.${100 + (round % 3)}.${round}`, cookie: '' }, round)
      const strange = await enter(kit(), { address: '203.0.113.7', cookie: '' })
      if (elsewhere !== undefined) assert.equal(strange, elsewhere, 'the attack uses up the attempts of the account')
      kit().time.now += elsewhere === undefined ? 0 : 1_000
      if (elsewhere !== undefined) assert.equal(await enter(kit(), own), 200)
      else assert.equal(strange, 200)
    })
  }

  it('give a copy of a device cookie no more attempts than the device has', async () => {
    const own = await browserOf('mia@acme.test')
    const statuses = []
    for (let round = 0; round < 20; round += 1) {
      const from = { address: `198.51.100.${round}`, cookie: own.cookie }
      const { mfaToken } = await challenge(kit(), from, 'mia@acme.test')
      statuses.push(
        (await post(kit(), mfaLogin.verifyCode.path, from, { mfaToken, value: await wrongCode(kit()) })).status,
      )
    }
    assert.equal(statuses.filter((status) => status === 400).length, MFA_PER_ACCOUNT.tries)
  })

  /** Cookies that are not the device of Mia. */
  const STRANGE: Readonly<Record<string, (own: From) => Promise<string> | string>> = {
    'of another user': async () => (await browserOf('mel@acme.test')).cookie,
    'of a user of another account': async () => (await browserOf('gia@globex.test')).cookie,
    'with a byte changed': ({ cookie }) => `${cookie.slice(0, -3)}AAA`,
    'with its end cut off': ({ cookie }) => cookie.slice(0, -20),
    'under another name': ({ cookie }) => cookie.replace('fe_known_', 'fe_knowm_'),
    'in clear text': ({ cookie }) =>
      `${cookie.split('=')[0]}=${encodeURIComponent(JSON.stringify([{ userId: 'mia', deviceId: 'x' }]))}`,
    'that is empty': ({ cookie }) => `${cookie.split('=')[0]}=`,
    'sealed for another purpose': async ({ cookie }) => {
      const text = JSON.stringify([{ userId: 'mia', deviceId: 'x' }])
      const sealed = await kit().ports.secretBox.seal(text, { purpose: 'totp', owner: 'mia' })
      return `${cookie.split('=')[0]}=${encodeURIComponent(sealed)}`
    },
    'sealed for another client': async ({ cookie }) => {
      const text = JSON.stringify([{ userId: 'mia', deviceId: 'x' }])
      const sealed = await kit().ports.secretBox.seal(text, { purpose: 'device cookie', owner: 'another-client' })
      return `${cookie.split('=')[0]}=${encodeURIComponent(sealed)}`
    },
  }
  for (const [what, forge] of Object.entries(STRANGE)) {
    it(`get no attempts of their own by a device cookie ${what}`, async () => {
      const cookie = await forge(await browserOf('mia@acme.test'))
      const method = METHODS['the code of an app, guessed by someone who knows the password']
      assert.ok(method)
      for (let round = 0; round < 16; round += 1)
        await method.attack(kit(), { address: `198.51.100.${round}`, cookie: '' }, round)
      assert.equal(await method.enter(kit(), { address: '203.0.113.7', cookie }), 429)
    })
  }

  it('don’t keep any of five users out of a browser that they share', async () => {
    const emails = ['mel@acme.test', 'ada@acme.test', 'tom@acme.test', 'gia@globex.test', 'max@multi.test']
    let cookie = ''
    for (const email of emails) cookie = deviceOf((await kit().login(email, PASSWORD, { cookie })).cookies)
    for (const email of emails) {
      for (let round = 0; round < 12; round += 1) await kit().login(email, 'wrong', { address: `198.51.100.${round}` })
      assert.equal((await kit().login(email, PASSWORD, { cookie })).status, 200, email)
    }
  })
}
