import { expect } from 'chai'
import { portal } from '../contract/portal.ts'
import { openHarness } from '../elements/testing/harness.test-kit.ts'

const PUBLIC_INFO = portal.getVendorPublicInfo.path

/** Responds to the request for the settings that start-up waits for. */
const withPublicInfo = (respond: () => Promise<Response>) => (request: Request) =>
  new URL(request.url).pathname.replace(/^\/frontegg/, '') === PUBLIC_INFO ? respond() : undefined

describe('the loading class of the page body', () => {
  it('is removed when the last app is ready', async () => {
    const isLoading = () => document.body.classList.contains('frontegg-loading')
    let respondSlowly = () => {}
    const slow = new Promise<void>((resolve) => {
      respondSlowly = resolve
    })
    const late = withPublicInfo(() => slow.then(() => Response.json({})))
    const one = await openHarness({ name: 'loading-late', respond: late })
    const two = await openHarness({ name: 'loading-soon' })
    await two.app.ready
    expect(isLoading()).to.equal(true)
    respondSlowly()
    await one.app.ready
    expect(isLoading()).to.equal(false)
    await one.close()
    await two.close()
  })

  it('is removed with an app that is disposed while it starts', async () => {
    const never = withPublicInfo(() => new Promise<never>(() => {}))
    const harness = await openHarness({ name: 'loading-gone', respond: never })
    expect(document.body.classList.contains('frontegg-loading')).to.equal(true)
    await harness.close()
    expect(document.body.classList.contains('frontegg-loading')).to.equal(false)
  })

  it('notifies the host’s own loader', async () => {
    const notified: boolean[] = []
    const harness = await openHarness({
      name: 'loader',
      options: { customLoader: (loading) => void notified.push(loading) },
    })
    await harness.app.ready
    expect(notified).to.deep.equal([true, false])
    await harness.close()
  })
})
