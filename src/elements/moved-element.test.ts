import { expect } from 'chai'
import { settle } from '../testing/clock.ts'
import { type Harness, openHarness } from './testing/harness.test-kit.ts'

const EMAIL = 'input[name=email]'
const BUTTON = 'button[type=submit]'
/** Height of a button in the login box's own style sheet. */
const BUTTON_HEIGHT = '44px'

const addFrame = () => {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  if (!frame.contentDocument) throw new Error('The frame has no document')
  return { frame, page: frame.contentDocument }
}

describe('A login box that its host moves to another document', () => {
  let harness: Harness
  const removed: Element[] = []
  const errors: unknown[] = []
  const note = (event: ErrorEvent | CustomEvent) =>
    errors.push(event instanceof ErrorEvent ? event.error : event.detail)

  beforeEach(async () => {
    window.addEventListener('error', note)
    document.addEventListener('fe-error', note)
    harness = await openHarness({ name: 'traveller' })
    await harness.type(EMAIL, 'ada@acme.test')
  })
  afterEach(async () => {
    window.removeEventListener('error', note)
    document.removeEventListener('fe-error', note)
    await harness.close()
    for (const element of removed.splice(0)) element.remove()
    expect(errors.splice(0)).to.deep.equal([])
  })

  const open = () => {
    const { frame, page } = addFrame()
    removed.push(frame)
    return page
  }
  const styleOf = (element: Element | null | undefined) => {
    if (!element?.ownerDocument.defaultView) throw new Error('The element is not rendered')
    return element.ownerDocument.defaultView.getComputedStyle(element)
  }
  const expectWhole = () => {
    expect(harness.box.querySelectorAll(EMAIL)).to.have.length(1)
    expect(styleOf(harness.field(BUTTON)).height).to.equal(BUTTON_HEIGHT)
    expect(styleOf(harness.box.shadowRoot?.querySelector('.fe-auth-card')).paddingTop).to.not.equal('0px')
  }
  const move = async (...places: readonly Node[]) => {
    for (const place of places) place.appendChild(harness.box)
    await settle()
    await harness.wait()
  }

  it('looks the same there, keeps what was typed, and signs in', async () => {
    expectWhole()
    await move(open().body)
    expectWhole()
    expect(harness.field(EMAIL).value).to.equal('ada@acme.test')
    await harness.press()
    await harness.type('input[name=password]', 'Correct-Horse-9')
    expect(styleOf(harness.field(BUTTON)).height).to.equal(BUTTON_HEIGHT)
    await harness.press()
    expect(harness.app.store.getState().session.status).to.equal('signed-in')
  })

  it('works when it comes back, and leaves no style sheet behind', async () => {
    const page = open()
    const before = document.adoptedStyleSheets.length
    await move(page.body)
    await move(document.body)
    expectWhole()
    expect(harness.field(EMAIL).value).to.equal('ada@acme.test')
    expect(document.adoptedStyleSheets.length).to.equal(before)
    expect(page.adoptedStyleSheets.length).to.equal(0)
  })

  it('works when it comes back in the same task', async () => {
    await move(open().body, document.body)
    expectWhole()
  })

  it('works when the other window was closed in the meantime', async () => {
    await move(open().body)
    for (const element of removed.splice(0)) element.remove()
    await settle()
    await move(document.body)
    expectWhole()
  })

  it('works when it was in a document that is never shown', async () => {
    await move(document.implementation.createHTMLDocument().body)
    await move(document.body)
    expectWhole()
  })

  it('works in a shadow root of that document and of this one', async () => {
    for (const page of [open(), document]) {
      const host = page.createElement('div')
      removed.push(host)
      page.body.append(host)
      await move(host.attachShadow({ mode: 'open' }))
      expectWhole()
    }
    await move(document.body)
    expectWhole()
  })

  it('keeps the colors of its host’s theme', async () => {
    harness.app.setTheme({ palette: { primary: { main: '#7a1fa2' } } })
    const color = () => {
      const button = harness.box.querySelector(BUTTON)
      return button && styleOf(button).backgroundColor
    }
    await harness.until(() => color() === 'rgb(122, 31, 162)')
    await move(open().body)
    expect(color()).to.equal('rgb(122, 31, 162)')
  })
})
