import { expect } from 'chai'
import { apps } from '../../app/apps.ts'
import type { InitOptions } from '../../app/options.ts'
import { ENABLED, loadChunks } from '../testing/entitlements.test-kit.ts'
import { type Harness, openHarness, type Responder } from '../testing/harness.test-kit.ts'
import { mayExplain } from './explainer.ts'
import { createGateClass } from './gate-element.ts'

describe('A gate', () => {
  before(loadChunks)
  let harness: Harness
  const gates: HTMLElement[] = []

  const add = async (markup: string): Promise<HTMLElement> => {
    const holder = document.createElement('div')
    holder.innerHTML = markup
    const gate = holder.firstElementChild as HTMLElement
    if (!gate.hasAttribute('app')) gate.setAttribute('app', harness.app.name)
    document.body.append(gate)
    gates.push(gate)
    const hasApp = apps.get(gate.getAttribute('app') ?? '') !== undefined
    await harness.until(() => !hasApp || !['waiting', undefined].includes(gate.dataset.state))
    await harness.wait()
    return gate
  }
  const open = (signedInAs: string | null, options: InitOptions = ENABLED, respond?: Responder) =>
    openHarness({ name: 'gated', signedInAs, options, respond, route: '/home' })
  const sees = (gate: Element, selector = 'p') =>
    [...gate.querySelectorAll(selector)].some(
      (element) => element.checkVisibility() && (element as HTMLElement).assignedSlot,
    )

  afterEach(async () => {
    for (const gate of gates.splice(0)) gate.remove()
    await harness.close()
  })

  it('shows its content to users with the required permissions, wildcards included', async () => {
    harness = await open('ada@acme.test')
    const gate = await add(
      '<fe-gate permission="fe.secure.read.users fe.secure.read.roles" role="admin"><p>Team</p></fe-gate>',
    )
    expect(gate.dataset.state).to.equal('open')
    expect(sees(gate)).to.equal(true)
  })

  it('shows the fallback instead to every other user, and to signed-out users', async () => {
    harness = await open('mel@acme.test')
    const gate = await add(
      '<fe-gate permission="fe.secure.read.users"><p>Team</p><i slot="fallback">Ask Ada</i></fe-gate>',
    )
    expect([gate.dataset.state, sees(gate), sees(gate, 'i')]).to.deep.equal(['closed', false, true])
    const bare = await add('<fe-gate><p>Hello</p></fe-gate>')
    expect(sees(bare)).to.equal(true)
    await harness.app.session.logout()
    await harness.wait()
    expect([bare.dataset.state, sees(bare)]).to.deep.equal(['closed', false])
  })

  it('stays closed for an empty attribute and for an unknown mode', async () => {
    harness = await open('ada@acme.test')
    const empty = await add('<fe-gate permission=""><p>Team</p></fe-gate>')
    expect([empty.dataset.state, sees(empty)]).to.deep.equal(['closed', false])
    const odd = await add('<fe-gate role="unknown" mode="dissable"><p>Team</p></fe-gate>')
    expect(sees(odd)).to.equal(false)
  })

  it('evaluates features with the page’s attributes, and again when they change', async () => {
    harness = await open('ada@acme.test')
    const gate = await add(`<fe-gate feature="bulk-import" custom-attributes='{"seats":10}'><p>Import</p></fe-gate>`)
    expect(sees(gate)).to.equal(false)
    gate.setAttribute('custom-attributes', '{"seats":25}')
    await harness.wait()
    expect(sees(gate)).to.equal(true)
    Object.assign(gate, { customAttributes: { seats: 3 } })
    expect(sees(gate)).to.equal(false)
  })

  it('has customAttributes on its prototype, where frameworks look before it is connected', async () => {
    harness = await open('ada@acme.test')
    const gate = document.createElement('fe-gate')
    gates.push(gate)
    expect('customAttributes' in gate && !Object.hasOwn(gate, 'customAttributes')).to.equal(true)
    gate.customAttributes = { seats: 25 }
    gate.setAttribute('feature', 'bulk-import')
    gate.setAttribute('app', harness.app.name)
    gate.innerHTML = '<p>Import</p>'
    document.body.append(gate)
    await harness.until(() => gate.dataset.state === 'open')
    expect(sees(gate)).to.equal(true)
    gate.remove()
    expect(gate.customAttributes).to.deep.equal({ seats: 25 })
    gate.customAttributes = { seats: 3 }
    document.body.append(gate)
    await harness.until(() => gate.dataset.state === 'closed')
    expect(sees(gate)).to.equal(false)
  })

  it('keeps customAttributes that were set before its definition arrived', () => {
    const early = document.createElement('fe-gate-early') as HTMLElement & { customAttributes?: unknown }
    early.customAttributes = { seats: 25 }
    customElements.define('fe-gate-early', createGateClass())
    customElements.upgrade(early)
    expect(Object.hasOwn(early, 'customAttributes')).to.equal(false)
    expect(early.customAttributes).to.deep.equal({ seats: 25 })
  })

  it('lets a super user pass permissions and roles, but not features', async () => {
    harness = await open('mel@acme.test')
    const { store } = harness.app
    const asked = await add('<fe-gate permission="fe.secure.read.users" role="admin"><p>Team</p></fe-gate>')
    const feature = await add('<fe-gate feature="sso"><p>SSO</p></fe-gate>')
    const { session } = store.getState()
    if (session.user) store.setState({ session: { ...session, user: { ...session.user, superUser: true } } })
    await harness.wait()
    expect([sees(asked), sees(feature)]).to.deep.equal([true, false])
  })

  it('shows why it is closed, or shows the content disabled', async () => {
    harness = await open('ada@acme.test')
    const shown = await add('<fe-gate feature="priority-support" mode="message"><p>Chat</p></fe-gate>')
    expect(shown.shadowRoot?.textContent).to.contain('Your access to this has expired.')
    expect(sees(shown)).to.equal(false)
    const disabled = await add('<fe-gate feature="sso" mode="disable"><button>Set up</button></fe-gate>')
    const button = disabled.querySelector('button')
    button?.focus()
    expect(sees(disabled, 'button')).to.equal(true)
    expect(document.activeElement).not.to.equal(button)
    disabled.setAttribute('feature', 'audit-log')
    await harness.wait()
    button?.focus()
    expect(document.activeElement).to.equal(button)
  })

  for (const [what, template, text] of [
    ['a template', '<template>you, <p>Ada</p></template>', 'Hello you, Ada'],
    ['templates in templates', '<template>you, <template>Ada</template>!</template>', 'Hello you, Ada!'],
  ] as const)
    it(`shows the content of ${what} once in a page that was saved while it was shown`, async () => {
      harness = await open('ada@acme.test')
      const gate = await add(`<fe-gate>Hello ${template}</fe-gate>`)
      await harness.until(() => gate.textContent === text)
      const saved = await add(gate.outerHTML)
      await harness.wait()
      expect(saved.textContent).to.equal(text)
      await harness.app.session.logout()
      await harness.wait()
      expect(saved.textContent).to.equal('Hello ')
    })

  it('shows its content once if the saved content is parsed after the gate has decided', async () => {
    harness = await open('ada@acme.test')
    for (const [signedIn, text] of [
      [true, 'Hello Ada.'],
      [false, 'Hello .'],
    ] as const) {
      if (!signedIn) await harness.app.session.logout()
      const gate = await add('<fe-gate>Hello <template>Ada</template></fe-gate>')
      for (const node of ['<!--fe-shown-->', 'Ada', '<!--/fe-shown-->', '.']) {
        gate.insertAdjacentHTML('beforeend', node)
        await harness.wait()
      }
      expect(gate.textContent).to.equal(text)
    }
  })

  it('shows its content in another document, and again in this one', async () => {
    harness = await open('ada@acme.test')
    const gate = await add('<fe-gate permission="no.one" mode="message" explain></fe-gate>')
    const panel = () => gate.shadowRoot?.querySelector('[part=explain]')?.shadowRoot
    const frame = document.createElement('iframe')
    document.body.append(frame)
    for (const page of [frame.contentDocument, document]) {
      page?.body.append(gate)
      await harness.until(() => gate.shadowRoot?.adoptedStyleSheets.length === 1)
      expect(gate.shadowRoot?.textContent).to.not.equal('')
      await harness.until(() => panel()?.adoptedStyleSheets.length === 2)
    }
    frame.remove()
  })

  it('keeps the content of a template out of the page until it may be seen', async () => {
    harness = await open('ada@acme.test')
    const gate = await add('<fe-gate feature="sso"><template><p>Secret</p></template></fe-gate>')
    expect(gate.querySelector('p')).to.equal(null)
    gate.setAttribute('feature', 'audit-log')
    await harness.wait()
    expect(sees(gate)).to.equal(true)
    gate.setAttribute('feature', 'sso')
    await harness.wait()
    expect(gate.querySelector('p')).to.equal(null)
  })

  it('decides again when it is reattached, and hides everything in the meantime', async () => {
    harness = await open('ada@acme.test')
    const gate = await add('<fe-gate permission="fe.secure.read.users"><p>Team</p></fe-gate>')
    gate.remove()
    expect(gate.shadowRoot?.childElementCount).to.equal(0)
    document.body.append(gate)
    await harness.until(() => gate.dataset.state === 'open')
    expect(sees(gate)).to.equal(true)
  })

  it('waits for its app', async () => {
    harness = await open('ada@acme.test')
    const gate = await add('<fe-gate app="unknown-app"><p>Hello</p></fe-gate>')
    expect(apps.get('unknown-app')).to.equal(undefined)
    expect([gate.dataset.state, sees(gate)]).to.deep.equal([undefined, false])
  })

  it('shows developers the whole chain', async () => {
    harness = await open('ada@acme.test')
    const gate = await add(
      '<fe-gate permission="fe.secure.read.users" feature="ai-assistant" explain><p>Hi</p></fe-gate>',
    )
    const panel = () => gate.shadowRoot?.querySelector('[part=explain]')?.shadowRoot
    await harness.until(() => panel() !== undefined)
    const words = panel()?.textContent ?? ''
    for (const part of [
      'Why is this open?',
      'held as fe.*',
      'by role Admin',
      'its flag says true, by rule 1',
      '"ada@acme.test"',
    ]) {
      expect(words).to.contain(part)
    }
    gate.removeAttribute('explain')
    await harness.wait()
    expect(panel()).to.equal(undefined)
  })
})

describe('The explanation of a gate', () => {
  it('is logged on a developer’s machine, or if the host turned it on, and nowhere else', () => {
    for (const own of ['localhost', 'app.localhost', '127.0.0.1', '[::1]'])
      expect(mayExplain(own, {}), own).to.equal(true)
    for (const other of ['example.com', 'localhost.example.com', 'notlocalhost', '127.0.0.10', '']) {
      expect(mayExplain(other, {}), other).to.equal(false)
      expect(mayExplain(other, { explain: true }), other).to.equal(true)
    }
  })
})
