import { expect } from 'chai'
import { OptionsError } from '../kernel/errors.ts'
import { MISSING_BASE_URL, readBaseUrl, refuseMissingBaseUrl } from './base-url.ts'
import { checkOptions } from './check-options.ts'

const WRONG: readonly [string, unknown, string][] = [
  ['no options at all', undefined, 'options'],
  ['a text instead of options', 'https://api.test', 'options'],
  ['a number as base URL', { contextOptions: { baseUrl: 7 } }, 'contextOptions.baseUrl'],
  ['a list as context', { contextOptions: [] }, 'contextOptions'],
  ['an unknown log level', { contextOptions: { logLevel: 'loud' } }, 'contextOptions.logLevel'],
  ['a text as switch', { previewMode: 'yes' }, 'previewMode'],
  ['a number among routes', { authOptions: { routes: { loginUrl: 3 } } }, 'authOptions.routes.loginUrl'],
  [
    'a text as list of origins',
    { authOptions: { allowedRedirectOrigins: 'https://a.test' } },
    'authOptions.allowedRedirectOrigins',
  ],
  [
    'a mixed list of origins',
    { authOptions: { allowedRedirectOrigins: ['https://a.test', 1] } },
    'authOptions.allowedRedirectOrigins',
  ],
  ['an earlier release without an object', { lastGoodRelease: '6.175.0' }, 'lastGoodRelease'],
  ['a number as integrity', { lastGoodRelease: { src: '/x.js', integrity: 1 } }, 'lastGoodRelease.integrity'],
  ['a text as list of framing origins', { allowedFrameAncestors: '*' }, 'allowedFrameAncestors'],
  ['an object as event callback', { events: { userVerified: {} } }, 'events.userVerified'],
  ['a boolean flag override', { overrideFeatureFlags: { x: true } }, 'overrideFeatureFlags.x'],
  ['another url strategy', { urlStrategy: 'history' }, 'urlStrategy'],
  ['null as theme', { themeOptions: null }, 'themeOptions'],
]

describe('options of init', () => {
  for (const [title, options, path] of WRONG) {
    it(`${title} is refused by its name ${path}`, () => {
      expect(() => checkOptions(options))
        .to.throw(OptionsError)
        .with.property('option', path)
    })
  }

  it('names a getter that throws', () => {
    const options = Object.defineProperty({}, 'basename', { get: () => JSON.parse('{'), enumerable: true })
    expect(() => checkOptions(options))
      .to.throw(OptionsError)
      .with.property('option', 'basename')
  })

  it('accepts unknown components', () => {
    const options = { contextOptions: { baseUrl: 'https://api.test' }, somethingElse: 1, withCompanyName: true }
    expect(checkOptions(options)).to.equal(options)
  })

  it('refuses a base URL that is not a URL', () => {
    expect(() => readBaseUrl({ contextOptions: { baseUrl: 'javascript:alert(1)' } })).to.throw(OptionsError)
  })
})

describe('a missing base URL', () => {
  const aPage = () => {
    const alerts: string[] = []
    const page = {
      alert: (text: string) => void alerts.push(text),
      document: document.implementation.createHTMLDocument(),
    }
    page.document.body.append('hello')
    return { page, alerts }
  }

  it('clears the page body, reports what to edit and throws', () => {
    const { page, alerts } = aPage()
    expect(() => refuseMissingBaseUrl({}, page)).to.throw(OptionsError)
    expect(alerts).to.deep.equal([MISSING_BASE_URL])
    expect(page.document.body.textContent).to.equal('')
  })

  it('changes nothing in preview mode', () => {
    const { page, alerts } = aPage()
    refuseMissingBaseUrl({ previewMode: true }, page)
    expect(alerts).to.deep.equal([])
    expect(page.document.body.textContent).to.equal('hello')
  })

  it('changes nothing when the base URL is set', () => {
    const { page, alerts } = aPage()
    refuseMissingBaseUrl({ contextOptions: { baseUrl: () => 'https://api.test' } }, page)
    expect(alerts).to.deep.equal([])
  })
})
