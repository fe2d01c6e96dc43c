import { expect } from 'chai'
import type { App } from '../../app/app.ts'
import { createAppStore } from '../../app/create-app.ts'
import { initialSettings } from '../../app/initial-settings.ts'
import type { SessionSnapshot } from '../../feature/ports.ts'
import { pageWithPlan } from '../../navigation/chosen-plan.ts'
import { aUser } from '../../testing/builders.ts'
import { resumeCheckout } from './show-checkout.ts'

const log = { error() {}, warn() {}, info() {}, debug() {} }
const SIGNED_IN: SessionSnapshot = { status: 'signed-in', tenants: [], user: { ...aUser(), accessToken: 't' } }

const setUp = () => {
  const store = createAppStore(initialSettings({}, log))
  // Only the store of the app is read.
  const app = { store } as App
  const opened: string[] = []
  const resume = () => resumeCheckout(app, (planId) => opened.push(planId))
  return { opened, resume, signIn: () => store.setState({ session: SIGNED_IN }) }
}

describe('A checkout that led to sign-in', () => {
  const before = window.location.href
  const at = (path: string) => window.history.replaceState({ scroll: 7 }, '', path)
  const query = () => window.location.search
  beforeEach(() => at('/shop?item=3&fe-plan=growth#top'))
  afterEach(() => window.history.replaceState(null, '', before))

  it('opens again once the user is signed in, and removes the plan from the URL', () => {
    const { opened, resume, signIn } = setUp()
    resume()
    expect([opened, query()]).to.deep.equal([[], '?item=3&fe-plan=growth'])
    signIn()
    expect(opened).to.deep.equal(['growth'])
    expect([query(), window.location.hash, window.history.state]).to.deep.equal(['?item=3', '#top', { scroll: 7 }])
  })

  it('opens at once for a user who is signed in already, and not again after a reload', () => {
    const { opened, resume, signIn } = setUp()
    signIn()
    resume()
    resume()
    expect(opened).to.deep.equal(['growth'])
  })

  it('opens once where the page and a pricing table both wait for it', () => {
    const { opened, resume, signIn } = setUp()
    resume()
    resume()
    signIn()
    expect(opened).to.deep.equal(['growth'])
  })

  it('stays closed when the page has no plan in its URL, or an empty one', () => {
    for (const path of ['/shop?item=3', '/shop?fe-plan=']) {
      at(path)
      const { opened, resume, signIn } = setUp()
      resume()
      signIn()
      expect(opened, path).to.deep.equal([])
    }
  })

  it('stays closed if the app has ended in the meantime', () => {
    const { opened, resume, signIn } = setUp()
    resume()()
    signIn()
    expect([opened, query()]).to.deep.equal([[], '?item=3&fe-plan=growth'])
  })

  it('keeps its plan unchanged, even one that looks like a query', () => {
    at(pageWithPlan(new URL('/shop?fe-plan=old#top', before), 'a&b=ü/../x'))
    const { opened, resume, signIn } = setUp()
    signIn()
    resume()
    expect([opened, query()]).to.deep.equal([['a&b=ü/../x'], ''])
  })
})
