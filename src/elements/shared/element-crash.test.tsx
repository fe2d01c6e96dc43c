import { expect } from 'chai'
import { withFeature } from '../../feature/app-state.ts'
import { settle } from '../../testing/clock.ts'
import { type Harness, openHarness } from '../testing/harness.test-kit.ts'
import { createElementClass, type ElementProps } from './element-base.ts'
import { LastGuard } from './guard.tsx'

/** React and the log both report a caught error, which is expected here. */
const quietly = async (task: () => Promise<void>) => {
  const { error } = console
  const said: string[] = []
  console.error = (...words: unknown[]) => void said.push(words.map(String).join(' '))
  try {
    await task()
  } finally {
    console.error = error
  }
  return said
}

const heardErrors = () => {
  const details: unknown[] = []
  const listen = (event: Event) => void details.push((event as CustomEvent).detail)
  document.addEventListener('fe-error', listen)
  return { details, stop: () => document.removeEventListener('fe-error', listen) }
}

const Part = ({ host }: { host: Element }) => {
  if (!host.hasAttribute('data-whole')) throw new Error('broken look')
  return <p>whole</p>
}

const Root = ({ container }: ElementProps) => (
  <LastGuard host={container.host}>
    <Part host={container.host} />
  </LastGuard>
)

describe('an unexpected error while rendering', () => {
  let harness: Harness | undefined
  afterEach(() => harness?.close())

  it('shows a message and "Try again" in the login box, notifies log and host, and recovers', async () => {
    harness = await openHarness({ name: 'crash' })
    const { box, app } = harness
    const heard = heardErrors()
    const words = await quietly(async () => {
      // A step without a view, as a bug in a flow would leave it in the store.
      app.store.setState(withFeature('login', null))
      await settle()
    })
    heard.stop()
    const card = box.shadowRoot?.querySelector('.fe-auth-card')
    expect(card?.textContent).to.contain('Something went wrong here')
    expect(heard.details).to.deep.equal([{ code: 'render-failed', id: 'login-box' }])
    expect(words.join('\n')).to.contain('Drawing login-box failed')
    card?.querySelector('button')?.click()
    await harness.wait()
    expect(harness.field('input[name=email]').readOnly).to.equal(false)
  })

  it('outside every part still shows an error, in that element only', async () => {
    customElements.define('fe-broken-element', createElementClass(Root, {}))
    const element = document.createElement('fe-broken-element')
    const heard = heardErrors()
    await quietly(async () => {
      document.body.append(element)
      await settle()
    })
    heard.stop()
    expect(element.shadowRoot?.textContent).to.contain('Something went wrong here')
    expect(heard.details).to.deep.equal([{ code: 'render-failed', id: 'fe-broken-element' }])
    element.dataset.whole = ''
    element.shadowRoot?.querySelector('button')?.click()
    await settle()
    expect(element.shadowRoot?.textContent).to.equal('whole')
    element.remove()
    await settle()
  })
})
