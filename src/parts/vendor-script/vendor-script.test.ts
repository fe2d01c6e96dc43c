import { expect } from 'chai'
import { failureOf } from '../../testing/fake-send.ts'
import { addVendorScript, RefusedScriptError } from './vendor-script.ts'

describe('A script of another company', () => {
  it('names the policy that is missing from the page’s Trusted Types list', async () => {
    // The policy applies from now on to the whole page, which no other tests use.
    const content = 'trusted-types angular'
    const meta = Object.assign(document.createElement('meta'), { httpEquiv: 'Content-Security-Policy', content })
    document.head.append(meta)
    const error = await failureOf(addVendorScript('https://captcha.test/api.js'))
    expect(error).to.be.instanceOf(RefusedScriptError)
    expect((error as Error).message).to.equal(
      "Add 'front-entry' to trusted-types in the page's Content Security Policy.",
    )
  })
})
