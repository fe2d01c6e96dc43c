import { expect } from 'chai'
import { normalizeEmail } from '../../rules/email.ts'
import { emailProblem } from './email-form.tsx'

const TEXTS = { required: 'required', invalid: 'invalid', foreign: 'foreign' }

const check = (typed: string) => {
  const field = Object.assign(document.createElement('input'), { type: 'email', required: true, value: typed })
  return [emailProblem(field, TEXTS), field.value]
}

describe('An email field', () => {
  for (const hidden of ['\u200b', '\u2060', '\u00ad', '\u2068', '\u00a0', '\u3000'])
    it(`accepts an email that was copied with U+${hidden.codePointAt(0)?.toString(16).padStart(4, '0')}`, () => {
      expect(check(`${hidden}ada@acme.test${hidden}`)).to.deep.equal([undefined, 'ada@acme.test'])
    })

  for (const typed of [
    'ada＠acme.test',
    'ａｄａ＠ａｃｍｅ．ｔｅｓｔ',
    'ada@acme。test',
    'Ada Byron <ada@acme.test>',
    '"Byron, Ada" <ada@acme.test>, ',
    'ada@acme.test；',
  ])
    it(`accepts what input methods write and what is copied with one email: ${typed}`, () => {
      expect(check(typed)).to.deep.equal([undefined, 'ada@acme.test'])
    })

  it('chooses none of several copied emails', () => {
    const several = 'Ada <ada@acme.test>, Bo <bo@acme.test>'
    expect(check(several)).to.deep.equal(['invalid', several])
  })

  it('accepts the email in a copied link', () => {
    expect(check('mailto:ada@acme.test?subject=Hi')).to.deep.equal([undefined, 'ada@acme.test'])
  })

  it('shows that it is empty if it has only invisible characters', () => {
    expect(check('\u200b\u2060')).to.deep.equal(['required', ''])
  })

  for (const typed of [
    'a..b@acme.test',
    '.a@acme.test',
    'a.@acme.test',
    'ada@acme',
    'ada@-acme.test',
    'a@b@c.test',
    'ada@acme..test',
  ])
    it(`validates ${typed} like the API`, () => {
      expect(normalizeEmail(typed)).to.equal(undefined)
      expect(check(typed)[0]).to.equal('invalid')
    })

  it('shows that only the part before the @ can’t have letters of other scripts', () => {
    for (const typed of ['jörg@acme.test', '山田@acme.test', 'אדה@dömäin.test'])
      expect(check(typed)[0]).to.equal('foreign')
    expect(check('info@dömäin.test')[0]).to.equal(undefined)
  })

  it('shows that a value isn’t an email, and keeps it as it is', () => {
    expect(check('ada')).to.deep.equal(['invalid', 'ada'])
  })

  it('leaves text that the user is still typing, whose end may be the middle of a domain', () => {
    for (const value of ['ada@acme.', 'ada@acme,', '"ada@acme"', '<ada@acme.test>']) {
      const field = document.createElement('input')
      field.value = value
      emailProblem(field, TEXTS, true)
      expect(field.value).to.equal(value)
    }
  })
})
