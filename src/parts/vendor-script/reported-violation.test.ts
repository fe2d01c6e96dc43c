import { expect } from 'chai'
import { failureOf } from '../../testing/fake-send.ts'
import { addVendorScript, RefusedScriptError } from './vendor-script.ts'

const ORIGIN = 'https://captcha.test'

/** Returns the error of a script that does not load while the page reports a violation of a policy. */
const failureBeside = (originalPolicy: string, disposition: SecurityPolicyViolationEventDisposition = 'enforce') => {
  const failure = failureOf(addVendorScript(`${ORIGIN}/api.js?render=key`))
  const effectiveDirective = 'script-src-elem'
  document.dispatchEvent(
    new SecurityPolicyViolationEvent('securitypolicyviolation', {
      blockedURI: `${ORIGIN}/api.js`,
      disposition,
      documentURI: document.URL,
      effectiveDirective,
      originalPolicy,
      statusCode: 200,
      violatedDirective: effectiveDirective,
    }),
  )
  return failure
}

describe('A script that the browser reports as a violation of a policy', () => {
  for (const [policy, missing] of [
    ["default-src 'self'; script-src 'self'", `${ORIGIN} to script-src`],
    ["script-src *; Script-Src-Elem 'self'", `${ORIGIN} to script-src-elem`],
    ["img-src *; default-src 'self'", `${ORIGIN} and the sources of default-src to script-src`],
  ] as const)
    it(`says which directive lacks its origin in the policy ${policy}`, async () => {
      const error = await failureBeside(policy)
      expect(error).to.be.instanceOf(RefusedScriptError)
      expect((error as Error).message).to.equal(`Add ${missing} in the page's Content Security Policy.`)
    })

  it('is not refused by a policy that only reports', async () => {
    expect(await failureBeside("script-src 'self'", 'report')).to.not.be.instanceOf(RefusedScriptError)
  })
})
