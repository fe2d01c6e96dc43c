import { expect } from 'chai'
import { mfaDevices } from '../../contract/me.ts'
import { mfa } from '../../contract/mfa.ts'
import { createMemoryStorage } from '../../kernel/storage.ts'
import { mountSlice } from '../../testing/slice.ts'
import { privacySlice } from './privacy.actions.ts'
import { OFFERS_KEY } from './privacy.calls.ts'
import { initialPrivacy, keptOffers } from './privacy.state.ts'

const setUp = (strategies: unknown) => {
  const local = createMemoryStorage()
  const mounted = mountSlice(privacySlice, initialPrivacy, { local })
  const { fake } = mounted
  fake.respond(mfa.listDevices, () => ({ authenticators: [{ id: 'a' }] }))
  fake.respond(mfaDevices.listMfaDevices, () => ({ devices: [] }))
  fake.respond(mfa.getStrategies, () => strategies as never) // what a malformed response can have
  return { ...mounted, kept: () => keptOffers(local.get(OFFERS_KEY)) }
}

describe('The offers of the privacy page', () => {
  for (const response of [{}, { strategies: null }, null])
    it(`end their loading when the response is ${JSON.stringify(response)}`, async () => {
      const { actions, state } = setUp(response)
      await actions.load()
      expect([state().phase, state().strategies]).to.deep.equal(['ready', []])
    })

  it('are remembered on this device without the factors that the user has', async () => {
    const active = ['AuthenticatorApp', 'WebAuthnPlatform', 'SMS'].map((strategy) => ({ strategy, isActive: true }))
    const { actions, kept } = setUp({ strategies: active })
    expect(kept()).to.have.length(4)
    await actions.load()
    expect(kept()).to.deep.equal(['WebAuthnPlatform', 'SMS'])
  })

  it('are remembered as none when the user has added all of them', async () => {
    const { actions, kept } = setUp({ strategies: [{ strategy: 'AuthenticatorApp', isActive: true }] })
    await actions.load()
    expect(kept()).to.deep.equal([])
  })
})
