import { expect } from 'chai'
import { invitedPhone } from './invited-phone.ts'

describe('The phone number of a user to invite', () => {
  for (const typed of ['+44 20 7946 0000', '(020) 7946-0000', '0171 1234567'])
    it(`stays as it was typed: ${typed}`, () => {
      expect(invitedPhone(` ${typed}\n`)).to.equal(typed)
    })

  for (const [title, typed] of [
    ['a link', 'tel:+442079460000'],
    ['full-width digits', '＋４４ ２０ ７９４６ ００００'],
    ['Arabic digits', '+٤٤ ٢٠ ٧٩٤٦ ٠٠٠٠'],
    ['a slash', '+44 20/7946 0000'],
    ['dashes of a text processor', '+44–20–7946–0000'],
    ['invisible marks of an address book', '\u202d+44 20 7946 0000\u202c'],
  ] as const)
    it(`is read from ${title}`, () => {
      expect(invitedPhone(typed)).to.equal('+442079460000')
    })

  for (const typed of ['call me', '12', '+44 20 7946 0000 ext. 5', ''])
    it(`is none: ${typed || 'an empty string'}`, () => {
      expect(invitedPhone(typed)).to.equal(undefined)
    })
})
