import { expect } from 'chai'
import { fromBytes, toBytes } from '../../kernel/base64url.ts'
import { reach } from '../../testing/figures.ts'
import { type Backstage, openBackstage, type Route } from './backstage.test-kit.ts'
import { type Box, openBox } from './box.test-kit.ts'
import { BY_PASSKEY, MAKE, pretendDevice } from './passkeys.test-kit.ts'

const PRELOGIN = '/webauthn/prelogin'
const POSTLOGIN = '/webauthn/postlogin'

/** Error names of the browser, and the texts that users read for them. */
const GET_ERRORS: readonly [name: string, text: string][] = [
  ['NotAllowedError', 'The request was canceled'],
  ['SecurityError', 'don’t work on this domain'],
  ['ConstraintError', 'can’t verify your identity'],
  ['NotSupportedError', 'device or security key isn’t supported'],
  ['OperationError', 'Another request is already open'],
  ['InvalidStateError', 'isn’t set up for your account'],
  ['NotReadableError', 'couldn’t read'],
  ['UnknownError', 'couldn’t read'],
  ['EncodingError', 'couldn’t verify the response'],
  ['TimeoutError', 'The request timed out'],
]
const CREATE_ERRORS = GET_ERRORS.map(([name, text]): readonly [string, string] =>
  name === 'InvalidStateError' ? [name, 'is already set up'] : [name, text],
)

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer

/** Returns an authenticator's response to a challenge; the preview's backend checks everything but its signature. */
const assertionOf = (credentialId: string, userId: string, challenge: BufferSource | undefined) => ({
  id: credentialId,
  rawId: toBytes(credentialId).buffer,
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({}),
  response: {
    clientDataJSON: bytes(JSON.stringify({ type: 'webauthn.get', challenge: fromBytes(challenge as ArrayBuffer) })),
    authenticatorData: bytes('data'),
    signature: bytes('signature'),
    userHandle: bytes(userId),
  },
})

const refused = (name: string) => () => Promise.reject(new DOMException('The browser says no', name))

describe('a passkey that fails', () => {
  let backstage: Backstage
  let box: Box | undefined
  const device = pretendDevice()
  let ended = 0
  before(async () => {
    backstage = await openBackstage()
  })
  beforeEach(() => backstage.signOut())
  afterEach(function () {
    if (this.currentTest?.state === 'passed') ended += 1
    box?.close()
    box = undefined
    backstage.intercept()
  })

  const open = async () => {
    box = await openBox(backstage)
    await box.find('button', BY_PASSKEY)
    return box
  }

  /** Creates a user for this case, whose passkey this browser holds. */
  const withPasskey = async () => {
    const newUser = await backstage.recruit('pia@acme.test', 'Una Park')
    const credentialId = btoa(newUser.id).replaceAll('=', '')
    await backstage.store.factors.insert({
      id: credentialId,
      userId: newUser.id,
      kind: 'passkey',
      credentialId,
      value: JSON.stringify({ deviceType: 'Platform', publicKey: '' }),
      counter: 0,
      createdAt: Date.now(),
      lastUsedAt: null,
    })
    device.says('get', async ({ publicKey }: CredentialRequestOptions) =>
      assertionOf(credentialId, newUser.id, publicKey?.challenge),
    )
    return { newUser, credentialId }
  }

  for (const [name, text] of GET_ERRORS)
    it(`shows an error at a sign-in: ${name}`, async () => {
      device.says('get', refused(name))
      const own = await open()
      await own.click('button', BY_PASSKEY)
      await own.text(text)
      await own.idle()
    })

  for (const [name, text] of CREATE_ERRORS)
    it(`shows an error when it is created, and the user continues without it: ${name}`, async () => {
      device.says('create', refused(name))
      const { email } = await backstage.recruit('pia@acme.test', 'Una Park')
      const own = await open()
      await own.signIn(email)
      await own.click('button', MAKE)
      await own.text(text)
      await own.click('button', 'Not now')
      await own.left()
    })

  it('signs in if nothing fails', async () => {
    await withPasskey()
    const own = await open()
    await own.click('button', BY_PASSKEY)
    await own.left()
  })

  it('is refused when it was removed from the account', async () => {
    const { credentialId } = await withPasskey()
    await backstage.store.factors.delete({ id: credentialId })
    const own = await open()
    await own.click('button', BY_PASSKEY)
    await own.text('wasn’t accepted')
    await own.field('input[name=email]')
  })

  it('is refused when it belongs to a locked user', async () => {
    const { newUser } = await withPasskey()
    await backstage.store.users.update({ id: newUser.id }, { lockedAt: 1 })
    const own = await open()
    await own.click('button', BY_PASSKEY)
    await own.text(/locked/)
    await own.field('input[name=email]')
  })

  it('is refused with a challenge that has expired, and the next press has a fresh one', async () => {
    await withPasskey()
    let isFirst = true
    backstage.intercept(async ({ url }) => {
      if (!url.endsWith(POSTLOGIN) || !isFirst) return undefined
      isFirst = false
      await backstage.store.tickets.update({ purpose: 'webauthn' }, { expiresAt: 1 })
      return undefined
    })
    const own = await open()
    await own.click('button', BY_PASSKEY)
    await own.text('wasn’t accepted')
    await own.idle()
    await own.click('button', BY_PASSKEY)
    await own.left()
  })

  for (const body of [{}, { options: null }, { options: { challenge: 5 } }, { options: { challenge: '***' } }])
    it(`shows an error with invalid options of the server: ${JSON.stringify(body)}`, async () => {
      let asked = 0
      backstage.intercept(({ url, method }) => {
        if (!url.endsWith(PRELOGIN) || method !== 'POST') return undefined
        asked += 1
        return Response.json(body)
      })
      const own = await open()
      await own.click('button', BY_PASSKEY)
      await own.error()
      await own.idle()
      await own.find('button', BY_PASSKEY)
      expect(asked).to.equal(1)
    })

  const offline =
    (end: string): Route =>
    ({ url }) =>
      url.endsWith(end) ? Promise.reject(new TypeError('Failed to fetch')) : undefined

  for (const [moment, end] of [
    ['before the browser is asked', PRELOGIN],
    ['after the passkey responded', POSTLOGIN],
  ] as const)
    it(`shows an error without a connection ${moment}, and works once it is back`, async () => {
      await withPasskey()
      const own = await open()
      backstage.intercept(offline(end))
      await own.click('button', BY_PASSKEY)
      await own.text('can’t reach the server')
      await own.idle()
      backstage.intercept()
      await own.click('button', BY_PASSKEY)
      await own.left()
    })

  it('shows when to try again after too many attempts', async () => {
    backstage.intercept(({ url, method }) =>
      url.endsWith(PRELOGIN) && method === 'POST'
        ? Response.json({ errors: ['slow'] }, { status: 429, headers: { 'retry-after': '30' } })
        : undefined,
    )
    const own = await open()
    await own.click('button', BY_PASSKEY)
    await own.text('30 seconds')
  })

  it('ended in every scenario', async () => {
    const wanted = GET_ERRORS.length + CREATE_ERRORS.length + 11
    await reach(
      30,
      `${wanted} scenarios that fail, 0 hangs, 0 uncaught`,
      `${ended} scenarios, 0 hangs, 0 uncaught`,
      ended === wanted,
    )
    expect(ended).to.equal(wanted)
  })
})
