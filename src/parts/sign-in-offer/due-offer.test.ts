import { expect } from 'chai'
import { passkeys } from '../../contract/mfa.ts'
import type { FeatureDeps } from '../../feature/slice.ts'
import { aNavigator } from '../../testing/navigator.ts'
import { mountSlice } from '../../testing/slice.ts'
import { dueOffer } from './due-offer.ts'

const SETTINGS = {
  flags: { 'show-passkeys-new': 'on' },
  strategies: { mainAuthStrategies: [], secondaryAuthStrategies: [{ strategy: 'Passkeys', isActive: true }] },
}

/** Signs in on the login page, in a browser that may be slow to report whether it can hold a passkey. */
const signIn = (canHold: () => Promise<boolean>) => {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'PublicKeyCredential')
  const value = { isUserVerifyingPlatformAuthenticatorAvailable: canHold }
  Object.defineProperty(globalThis, 'PublicKeyCredential', { configurable: true, value })
  let deps: FeatureDeps | undefined
  const harness = mountSlice((context) => {
    const { settings } = context.deps
    deps = {
      ...context.deps,
      settings: () => ({ ...settings(), ...SETTINGS }) as ReturnType<FeatureDeps['settings']>,
      navigator: aNavigator('/account/login'),
    }
    return {}
  }, {})
  harness.fake.respond(passkeys.listDevices, () => ({ devices: [] }))
  const offer = dueOffer(deps as FeatureDeps, { userId: 'ada', by: 'local' })
  const end = () => {
    if (own) Object.defineProperty(globalThis, 'PublicKeyCredential', own)
    else Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
  }
  return { offer, clock: harness.clock, end }
}

describe('The offer of a passkey after a sign-in', () => {
  let end = () => {}
  afterEach(() => end())

  it('is shown if the device can store one', async () => {
    const harness = signIn(async () => true)
    end = harness.end
    expect(await harness.offer).to.equal('passkey')
    expect(harness.clock.pending()).to.equal(0)
  })

  it('is not shown if the device cannot store one', async () => {
    const harness = signIn(async () => false)
    end = harness.end
    expect(await harness.offer).to.equal(undefined)
  })

  it('never keeps a user waiting for a browser that returns no result', async () => {
    const harness = signIn(() => new Promise(() => {}))
    end = harness.end
    await harness.clock.advance(1_000)
    expect(await harness.offer).to.equal(undefined)
  })
})
