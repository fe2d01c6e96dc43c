import { expect } from 'chai'
import { settle } from '../testing/clock.ts'
import { type Harness, openHarness } from './testing/harness.test-kit.ts'

const EMAIL = 'input[name=email]'
const ROUNDS = 30

describe('A login box', () => {
  let harness: Harness
  const open = async (name: string) => {
    harness = await openHarness({ name })
    await harness.until(() => harness.box.querySelector(EMAIL) !== null)
  }
  afterEach(() => harness.close())

  it('leaves no sheet, timer or record behind when its host adds and removes it repeatedly', async () => {
    await open('again')
    harness.box.remove()
    await settle()
    await harness.wait()
    const held = () => [document.adoptedStyleSheets.length, harness.clock.pending(), harness.app.elements.all.size]
    const before = held()
    for (let round = 0; round < ROUNDS; round += 1) {
      const box = document.createElement('fe-login-box')
      box.setAttribute('app', 'again')
      document.body.append(box)
      await harness.until(() => box.querySelectorAll(EMAIL).length === 1)
      box.remove()
      await settle()
    }
    await harness.wait()
    expect(held()).to.deep.equal(before)
  })

  it('keeps field, focus and text when its host sets, changes and removes a theme', async () => {
    await open('changed')
    await harness.type(EMAIL, 'ada@acme.test')
    const field = harness.field(EMAIL)
    field.focus()
    const color = () => getComputedStyle(harness.field('button[type=submit]')).backgroundColor
    harness.app.setTheme({ palette: { primary: { main: '#7a1fa2' } } })
    await settle()
    await harness.until(() => color() === 'rgb(122, 31, 162)')
    harness.app.setTheme({ palette: { primary: { main: '#1f7aa2' } } })
    await harness.until(() => color() === 'rgb(31, 122, 162)')
    harness.app.setTheme({})
    await settle()
    await harness.wait()
    expect(harness.field(EMAIL)).to.equal(field)
    expect(document.activeElement).to.equal(field)
    expect(field.value).to.equal('ada@acme.test')
  })

  it('keeps field and text when its attributes change to what they were', async () => {
    await open('same')
    await harness.type(EMAIL, 'ada@acme.test')
    const field = harness.field(EMAIL)
    harness.box.setAttribute('app', 'same')
    harness.box.setAttribute('class', 'wide')
    harness.box.setAttribute('style', 'width: 300px')
    harness.box.lang = 'de'
    await settle()
    await harness.wait()
    expect(harness.field(EMAIL)).to.equal(field)
    expect(field.value).to.equal('ada@acme.test')
  })
})
