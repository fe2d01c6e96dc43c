import { expect } from 'chai'
import { handToApp, requiresConsent } from './native-bridge.ts'

describe('the app around the page', () => {
  it('is called only if it offers the method', () => {
    const calls: unknown[] = []
    const bridge = { loginWithSSO: (email: string) => calls.push(email) }
    expect(handToApp('loginWithSSO', 'a@b.test', {})).to.equal(false)
    expect(handToApp('loginWithSSO', 'a@b.test', { FronteggNativeBridge: bridge })).to.equal(false)
    const other = { FronteggNativeBridge: bridge, FronteggNativeBridgeFunctions: { loginWithSocialLogin: true } }
    expect(handToApp('loginWithSSO', 'a@b.test', other)).to.equal(false)
    expect(calls).to.deep.equal([])
  })

  it('of Android is called by method', () => {
    const calls: unknown[] = []
    const page = {
      FronteggNativeBridge: { loginWithSSO: (email: string) => calls.push(email) },
      FronteggNativeBridgeFunctions: { loginWithSSO: true },
    }
    expect(handToApp('loginWithSSO', 'a@b.test', page)).to.equal(true)
    expect(calls).to.deep.equal(['a@b.test'])
  })

  it('of iOS gets one message', () => {
    const calls: string[] = []
    const page = {
      webkit: { messageHandlers: { FronteggNativeBridge: { postMessage: (text: string) => calls.push(text) } } },
      FronteggNativeBridgeFunctions: { loginWithSocialLogin: true, shouldPromptSocialLoginConsent: true },
    }
    expect(handToApp('loginWithSocialLogin', 'https://api.test/x', page)).to.equal(true)
    expect(JSON.parse(calls[0] ?? '')).to.deep.equal({ action: 'loginWithSocialLogin', payload: 'https://api.test/x' })
    expect(requiresConsent(page)).to.equal(true)
  })
})
