import { expect } from 'chai'
import { failureOf } from '../../testing/fake-send.ts'
import { createCaptcha } from '../captcha/captcha.ts'
import { addVendorScript, RefusedScriptError } from './vendor-script.ts'

const SCRIPT = 'https://captcha.test/api.js'

describe('A script that the page’s Content Security Policy blocks', () => {
  // The policy applies from now on to the whole page, which no other tests use.
  before(() => {
    const content = "script-src 'self' 'unsafe-inline' 'unsafe-eval'"
    const meta = Object.assign(document.createElement('meta'), { httpEquiv: 'Content-Security-Policy', content })
    document.head.append(meta)
  })

  it('names the origin and the directive that lacks it', async () => {
    const error = await failureOf(addVendorScript(`${SCRIPT}?render=key`))
    expect(error).to.be.instanceOf(RefusedScriptError)
    expect((error as Error).message).to.equal(
      "Add https://captcha.test to script-src in the page's Content Security Policy.",
    )
  })

  it('has a sentence of its own where the user waits for it, and is named in the console', async () => {
    const lines: unknown[] = []
    const captcha = createCaptcha({
      client: (() => ({ policies: { getCaptchaPolicy: async () => ({ enabled: true, siteKey: 'key' }) } })) as never,
      settings: () => ({ captchaScript: SCRIPT }) as never,
      log: { warn: (...line: unknown[]) => lines.push(...line) } as never,
    })
    const error = await failureOf(captcha.proof('login'))
    expect((error as Error).message).to.contain('security policy blocks the security check')
    expect(lines.join()).to.contain('Add https://captcha.test to script-src')
  })
})
