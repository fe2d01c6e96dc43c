import { expect } from 'chai'
import { setLoginPhone } from '../../backend/domain/identity/credentials/login-phone.ts'
import { reach } from '../../testing/figures.ts'
import { type Backstage, openBackstage } from './backstage.test-kit.ts'
import { type Box, openBox } from './box.test-kit.ts'
import { MAKE, pretendDevice } from './passkeys.test-kit.ts'

const CODE = 'input[autocomplete=one-time-code]'
const OFFER = 'Sign in faster next time'

describe('a passkey offered after the sign-in', () => {
  let backstage: Backstage
  let box: Box | undefined
  let restore: (() => Promise<void>) | undefined
  let ended = 0
  let cases = 0
  const device = pretendDevice()
  before(async () => {
    backstage = await openBackstage()
  })
  beforeEach(() => backstage.signOut())
  afterEach(async function () {
    if (this.currentTest?.state === 'passed') ended += 1
    cases += 1
    box?.close()
    box = undefined
    await restore?.()
    restore = undefined
  })

  const open = async () => {
    box?.close()
    // The browser loses the session, and nothing else.
    backstage.jar.clear()
    box = await openBox(backstage)
    return box
  }
  const newUser = () => backstage.recruit('pia@acme.test', 'Una Park')
  const signsInWithoutOffer = async (email: string) => {
    const own = await open()
    await own.signIn(email)
    await own.left()
    expect(own.words()).to.not.include(OFFER)
  }

  it('is put off and offered again the next time', async () => {
    const { email } = await newUser()
    for (const _ of [1, 2]) {
      const own = await open()
      await own.signIn(email)
      await own.title(OFFER)
      await own.click('button', 'Not now')
      await own.left()
    }
  })

  it('is not shown again when the user dismisses it for good', async () => {
    const { email } = await newUser()
    const own = await open()
    await own.signIn(email)
    await own.click('button', 'Don’t show this again')
    await own.left()
    await signsInWithoutOffer(email)
  })

  it('is abandoned midway, and the user continues', async () => {
    device.says(
      'create',
      ({ signal }: CredentialCreationOptions) =>
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    )
    const own = await open()
    await own.signIn((await newUser()).email)
    await own.click('button', MAKE)
    await own.click('button', 'Cancel')
    await own.click('button', 'Not now')
    await own.left()
  })

  for (const [strategy, title] of [
    ['Code', 'Check your email'],
    ['SmsCode', 'Check your phone'],
  ] as const)
    it(`is shown after a ${strategy} too`, async () => {
      const { id, email } = await newUser()
      const phone = '+15560100001'
      await setLoginPhone(backstage.ports, id, phone)
      restore = await backstage.setPolicy('public-policy', { authStrategy: strategy })
      const own = await open()
      await own.enterEmail(email)
      await own.title(title)
      await own.fill(CODE, await backstage.codeTo(strategy === 'Code' ? email : phone))
      await own.click('button', 'Not now')
      await own.left()
    })

  const NOT_DUE: readonly [title: string, prepare: () => void][] = [
    ['who prefers passkeys already', () => localStorage.setItem('preferred-login-method', 'Passkeys')],
    ['who has dismissed it', () => localStorage.setItem('dont-show-again-prompt-passkeys', 'true')],
    ['whose device cannot hold one', () => device.canHold(false)],
  ]
  for (const [title, prepare] of NOT_DUE)
    it(`is not offered to a user ${title}`, async () => {
      prepare()
      await signsInWithoutOffer((await newUser()).email)
    })

  it('is not offered to a user who has one', async () => {
    const { id, email } = await newUser()
    const value = JSON.stringify({ deviceType: 'Platform', publicKey: '' })
    const facts = {
      kind: 'passkey',
      credentialId: 'has-one',
      value,
      counter: 0,
      createdAt: 0,
      lastUsedAt: null,
    } as const
    await backstage.store.factors.insert({ id: 'has-one', userId: id, ...facts })
    await signsInWithoutOffer(email)
  })

  it('is not offered if the vendor has turned passkeys off', async () => {
    restore = await backstage.setPolicy('auth-strategies', { secondaryAuthStrategies: [] })
    await signsInWithoutOffer((await newUser()).email)
  })

  it('ended in every scenario', async () => {
    await reach(
      30,
      `${cases} scenarios of the offer, 0 hangs, 0 uncaught`,
      `${ended} scenarios, 0 hangs, 0 uncaught`,
      ended === cases,
    )
    expect(ended).to.equal(cases)
    expect(cases).to.equal(10)
  })
})
