import { expect } from 'chai'
import { apps } from '../app/apps.ts'
import { StoreNameMismatchError } from '../kernel/errors.ts'
import { start } from './start.ts'
import { startApp } from './testing/start-app.test-kit.ts'

const NAME = 'edited'
const optionsOf = (baseUrl: string, more: object = {}) => ({
  contextOptions: { baseUrl, clientId: 'preview' },
  ...more,
})
const ONE = 'https://one.test'
const TWO = 'https://two.test'

/** Maximum wait on a busy machine. */
const MAX_WAIT_MS = 20_000

describe('A second call of init', () => {
  let lines: string[]
  const kept = { warn: console.warn, error: console.error }
  const boxes = () => [...document.querySelectorAll(`fe-login-box[app=${NAME}]`)]
  const until = async (holds: () => boolean) => {
    const end = performance.now() + MAX_WAIT_MS
    while (!holds()) {
      if (performance.now() > end) throw new Error(`This did not hold: ${holds}. The console has: ${lines.join(' | ')}`)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  }
  beforeEach(() => {
    lines = []
    console.warn = (line: unknown) => void lines.push(String(line))
    console.error = console.warn
  })
  afterEach(() => {
    Object.assign(console, kept)
    apps.get(NAME)?.dispose()
    for (const box of boxes()) box.remove()
  })
  const warned = () => lines.filter((line) => line.includes(`'${NAME}'`))

  it('with the same options returns the same app, and adds nothing to the page', () => {
    const first = startApp(optionsOf(ONE), NAME)
    expect(startApp(optionsOf(ONE), NAME)).to.equal(first)
    expect(boxes()).to.have.length(1)
    first.unmount()
    expect(boxes()).to.have.length(0)
    expect(startApp(optionsOf(ONE), NAME)).not.to.equal(first)
  })

  it('warns once about changed options that have no effect', async () => {
    const first = startApp(optionsOf(ONE), NAME)
    const changed = () => optionsOf(ONE, { urlStrategy: 'hash', authOptions: { routes: { loginUrl: '/enter' } } })
    expect(startApp(changed(), NAME)).to.equal(first)
    await until(() => warned().length > 0)
    startApp(changed(), NAME)
    startApp(optionsOf(ONE), NAME)
    startApp(optionsOf(ONE, { language: 'de' }), NAME)
    await until(() => warned().length > 1)
    expect(warned()).to.have.length(2)
    expect(warned()[0]).to.contain('of a later init have no effect: urlStrategy, authOptions. Reload the page')
    expect(warned()[1]).to.contain('have no effect: language.')
  })

  it('on localhost restarts the app for another base URL, including the box on the page', async () => {
    const first = startApp(optionsOf(ONE), NAME)
    const own = document.createElement('fe-login-box')
    own.setAttribute('app', NAME)
    document.body.append(own)
    const second = startApp(optionsOf(TWO), NAME)
    expect(second).not.to.equal(first)
    expect(apps.get(NAME)?.baseUrl).to.equal(TWO)
    await until(() => own.querySelector('input') !== null)
    expect(boxes()).to.deep.equal([own])
    expect(warned()).to.have.length(1)
    expect(warned()[0]).to.contain(`is in use with ${ONE}, not ${TWO}`)
    // The cleanup of the version before the edit.
    first.unmount()
    expect(apps.get(NAME)?.baseUrl).to.equal(TWO)
  })

  it('on localhost restarts the app for another client, too', () => {
    const first = startApp(optionsOf(ONE), NAME)
    const second = startApp({ contextOptions: { baseUrl: ONE, clientId: 'other' } }, NAME)
    expect(second).not.to.equal(first)
    expect(apps.get(NAME)?.options.contextOptions?.clientId).to.equal('other')
    expect(warned().join()).to.contain('starts again with another contextOptions.clientId')
  })

  it('on localhost keeps the app when later options lack the client, or have an equal function for the base URL', () => {
    const first = startApp(optionsOf(ONE), NAME)
    expect(startApp({ contextOptions: { baseUrl: ONE } }, NAME)).to.equal(first)
    first.unmount()
    const withFunction = () => ({ contextOptions: { baseUrl: (path: string) => ONE + path, clientId: 'preview' } })
    const second = startApp(withFunction(), NAME)
    expect(startApp(withFunction(), NAME)).to.equal(second)
    const third = startApp({ contextOptions: { baseUrl: (path: string) => TWO + path, clientId: 'preview' } }, NAME)
    expect(third).not.to.equal(second)
  })

  it('on localhost keeps the running app when its options are invalid, and reports the fault', () => {
    const first = startApp(optionsOf(ONE), NAME)
    const text = document.body.textContent
    for (const wrong of [{}, optionsOf('ftp://one.test'), optionsOf(ONE, { urlStrategy: 'hsah' })])
      expect(startApp(wrong as never, NAME)).to.equal(first)
    expect(document.body.textContent).to.equal(text)
    expect(warned().map((line) => /contextOptions\.baseUrl|urlStrategy/.exec(line)?.[0])).to.deep.equal([
      'contextOptions.baseUrl',
      'contextOptions.baseUrl',
      'urlStrategy',
    ])
  })

  it('on other hosts refuses another base URL', () => {
    startApp(optionsOf(ONE), NAME)
    expect(() => start(optionsOf(TWO), { name: NAME, hostname: 'shop.test' })).to.throw(StoreNameMismatchError)
    expect(apps.get(NAME)?.baseUrl).to.equal(ONE)
  })
})
