import { expect } from 'chai'
import { hasUnreadOptions } from './check-options.ts'
import { adviseOnOptions } from './option-advice.ts'
import type { InitOptions } from './options.ts'

const advice = (options: object): string[] => {
  const lines: string[] = []
  // The test needs names that the type refuses.
  adviseOnOptions(options as InitOptions, { warn: (line) => void lines.push(line) })
  return lines
}

const TYPOS: readonly [object, string][] = [
  [{ autOptions: {} }, 'autOptions (did you mean authOptions?)'],
  [{ contextoptions: {} }, 'contextoptions (did you mean contextOptions?)'],
  [{ baseUrl: 'https://api.test' }, 'baseUrl (did you mean contextOptions.baseUrl?)'],
  [{ contextOptions: { baseURL: '' } }, 'contextOptions.baseURL (did you mean contextOptions.baseUrl?)'],
  [{ contextOptions: { clientID: '' } }, 'contextOptions.clientID (did you mean contextOptions.clientId?)'],
  [
    { authOptions: { keepSesionAlive: true } },
    'authOptions.keepSesionAlive (did you mean authOptions.keepSessionAlive?)',
  ],
  [
    { authOptions: { routes: { authentictedUrl: '/' } } },
    'authOptions.routes.authentictedUrl (did you mean authOptions.routes.authenticatedUrl?)',
  ],
  [{ routes: {} }, 'routes (did you mean authOptions.routes?)'],
  [{ palette: 'red' }, 'palette'],
]

describe('A developer who mistypes an option', () => {
  for (const [options, named] of TYPOS) {
    it(`warns about ${named}`, () => {
      // The parameter has the type of valid options.
      expect(hasUnreadOptions(options as InitOptions)).to.equal(true)
      expect(advice(options)).to.deep.equal([`Unknown options are ignored: ${named}`])
    })
  }

  it('gets one warning for all of them, and one for options without effect', () => {
    const lines = advice({
      autOptions: {},
      palette: 1,
      tracing: true,
      withCompanyName: false,
      contextOptions: { currentUserRoles: ['a'] },
    })
    expect(lines).to.deep.equal([
      'These options have no effect in this release: tracing, contextOptions.currentUserRoles',
      'Unknown options are ignored: autOptions (did you mean authOptions?), palette',
    ])
  })

  it('is stopped by the compiler too', () => {
    // @ts-expect-error there is no such option
    const mistyped: InitOptions = { autOptions: {} }
    // @ts-expect-error nor this one
    const nested: InitOptions = { contextOptions: { baseURL: '' } }
    expect([mistyped, nested].every(hasUnreadOptions)).to.equal(true)
  })

  it('gets no warning, and no extra code is loaded, when every name is known', () => {
    const options: InitOptions = {
      contextOptions: { baseUrl: 'https://api.test', clientId: 'x', logLevel: 'error' },
      authOptions: { routes: { loginUrl: '/in' }, keepSessionAlive: true, hostedLoginOptions: {} },
      language: 'de',
      framework: 'react',
      enableOpenAppRoute: true,
      themeOptions: { mode: 'dark' },
    }
    expect(hasUnreadOptions(options)).to.equal(false)
    expect(advice(options)).to.deep.equal([])
  })
})
