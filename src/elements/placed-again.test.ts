import { expect } from 'chai'
import { settle } from '../testing/clock.ts'
import { openWorld, type World } from './testing/world.test-kit.ts'

const EMAIL = 'input[name=email]'
const ROUNDS = 30

describe('A login box', () => {
  let world: World
  const open = async (name: string) => {
    world = await openWorld({ name })
    await world.until(() => world.box.querySelector(EMAIL) !== null)
  }
  afterEach(() => world.close())

  it('leaves no sheet, timer or record behind when its host adds and removes it repeatedly', async () => {
    await open('again')
    world.box.remove()
    await settle()
    await world.wait()
    const held = () => [document.adoptedStyleSheets.length, world.clock.pending(), world.app.elements.all.size]
    const before = held()
    for (let round = 0; round < ROUNDS; round += 1) {
      const box = document.createElement('fe-login-box')
      box.setAttribute('app', 'again')
      document.body.append(box)
      await world.until(() => box.querySelectorAll(EMAIL).length === 1)
      box.remove()
      await settle()
    }
    await world.wait()
    expect(held()).to.deep.equal(before)
  })

  it('keeps field, focus and text when its host sets, changes and removes a theme', async () => {
    await open('changed')
    await world.type(EMAIL, 'ada@acme.test')
    const field = world.field(EMAIL)
    field.focus()
    const color = () => getComputedStyle(world.field('button[type=submit]')).backgroundColor
    world.app.setTheme({ palette: { primary: { main: '#7a1fa2' } } })
    await settle()
    await world.until(() => color() === 'rgb(122, 31, 162)')
    world.app.setTheme({ palette: { primary: { main: '#1f7aa2' } } })
    await world.until(() => color() === 'rgb(31, 122, 162)')
    world.app.setTheme({})
    await settle()
    await world.wait()
    expect(world.field(EMAIL)).to.equal(field)
    expect(document.activeElement).to.equal(field)
    expect(field.value).to.equal('ada@acme.test')
  })

  it('keeps field and text when its attributes change to what they were', async () => {
    await open('same')
    await world.type(EMAIL, 'ada@acme.test')
    const field = world.field(EMAIL)
    world.box.setAttribute('app', 'same')
    world.box.setAttribute('class', 'wide')
    world.box.setAttribute('style', 'width: 300px')
    world.box.lang = 'de'
    await settle()
    await world.wait()
    expect(world.field(EMAIL)).to.equal(field)
    expect(field.value).to.equal('ada@acme.test')
  })
})
