import { expect } from 'chai'
import { addVendorScript, RefusedScriptError } from './vendor-script.ts'

const SCRIPT = 'https://captcha.test/api.js?render=key'

/** A policy applies from now on to the whole page, which no other tests use. */
const addPolicy = (content: string) =>
  document.head.append(Object.assign(document.createElement('meta'), { httpEquiv: 'Content-Security-Policy', content }))

const failure = (url = SCRIPT): Promise<unknown> =>
  addVendorScript(url).then(
    () => undefined,
    (error: unknown) => error,
  )

describe('A script of another company', () => {
  it('says which policy name a page lacks that lists Trusted Types', async () => {
    addPolicy('trusted-types angular')
    const error = await failure()
    expect(error).to.be.instanceOf(RefusedScriptError)
    expect((error as Error).message).to.equal(
      "Add 'front-entry' to trusted-types in the page's Content Security Policy.",
    )
  })
})
