import { expect } from 'chai'
import { TEXT_KEYS } from '../i18n/text-keys.ts'
import { adviseOnTexts } from './text-advice.ts'

const advice = (localizations: unknown): string[] => {
  const lines: string[] = []
  adviseOnTexts(localizations, { warn: (line) => void lines.push(line), info: () => {} })
  return lines
}

const missing = (localizations: unknown): string[] => {
  const lines: string[] = []
  adviseOnTexts(localizations, { warn: () => {}, info: (line) => void lines.push(line) })
  return lines
}

describe('A developer who replaces texts', () => {
  it('gets no warning about keys that exist, in any language', () => {
    const login = { title: 'Bei {{name}} anmelden', continue: 'Weiter' }
    expect(advice({ de: { loginBox: { login } }, he: { adminPortal: { sso: {} } } })).to.deep.equal([])
    for (const nothing of [undefined, null, 'de', [], {}]) expect(advice(nothing)).to.deep.equal([])
  })

  it('gets one warning that names misspelled keys and sections', () => {
    const texts = { loginBox: { login: { titl: 'Anmelden' }, logn: {} }, loginBocks: {} }
    expect(advice({ de: texts })).to.deep.equal([
      'Unknown texts in localizations: de.loginBox.login.titl (did you mean title?), de.loginBox.logn (did you mean login?), de.loginBocks (did you mean loginBox?)',
    ])
  })

  it('reports at most twenty problems', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`key${at}`, 'x']))
    const [line = ''] = advice({ en: { loginBox: { login: many } } })
    expect(line)
      .to.contain('en.loginBox.login.key0,')
      .and.to.match(/ and 4980 more$/)
    expect(line).not.to.contain('key20')
  })

  it('logs at level info which texts an incomplete translation lacks', () => {
    const [line = '', ...more] = missing({ de: { loginBox: { login: { title: 'Anmelden' } } } })
    expect(more).to.deep.equal([])
    expect(line).to.match(/^Texts that localizations lacks, shown in English: de\.loginBox\.login\./)
    expect(line).not.to.contain('login.title,')
    expect(line).not.to.contain('adminPortal')
    expect(line).to.match(/ and \d+ more$/)
  })

  it('logs nothing about English, sections without any translation, and texts of the broader language', () => {
    expect(missing({ en: { loginBox: { login: { title: 'Welcome' } } } })).to.deep.equal([])
    expect(missing({ de: { loginBox: { login: {} } }, fr: 5 })).to.deep.equal([])
    const login = Object.fromEntries(TEXT_KEYS['loginBox.login'].split(' ').map((key) => [key, 'x']))
    const { title: _, ...rest } = login
    expect(missing({ pt: { loginBox: { login } }, 'pt-BR': { loginBox: { login: { title: 'x' } } } })).to.deep.equal([])
    const en = { loginBox: { login } }
    expect(missing({ pt: { loginBox: { login: rest } }, en })).to.deep.equal([
      'Texts that localizations lacks, shown in English: pt.loginBox.login.title',
    ])
  })

  it('gets correct warnings for names of prototypes', () => {
    expect(advice(JSON.parse('{"en":{"__proto__":{"a":"b"},"constructor":{}}}'))).to.have.length(1)
  })
})
