import { expect } from 'chai'
import { countries, countryOptions, likelyRegion } from './countries.ts'
import { toE164 } from './phone-number.ts'

const CASES: readonly [typed: string, callingCode: string, whole: string | undefined][] = [
  ['202 555 0143', '1', '+12025550143'],
  ['(202) 555-0143', '1', '+12025550143'],
  ['07700 900123', '44', '+447700900123'],
  ['+44 7700 900123', '1', '+447700900123'],
  ['+44 (0)7700 900123', '1', '+447700900123'],
  ['0044 7700 900123', '49', '+447700900123'],
  ['06 1234 5678', '39', '+390612345678'],
  ['030/123456', '49', '+4930123456'],
  ['１２３４５６７８', '81', '+8112345678'],
  ['123', '1', undefined],
  ['', '1', undefined],
  ['+0 123 456 789', '1', undefined],
  ['1234567890123456', '1', undefined],
  ['call me', '1', undefined],
  ['12+34567890', '1', undefined],
]

describe('a phone number', () => {
  for (const [typed, code, whole] of CASES) {
    it(`"${typed}" with +${code} is ${whole ?? 'not a whole number'}`, () => {
      expect(toE164(typed, code)).to.equal(whole)
    })
  }

  it('starts with the country that the browser speaks of', () => {
    expect(likelyRegion(['de-AT', 'en'])).to.equal('AT')
    expect(likelyRegion(['fr'])).to.equal('FR')
    expect(likelyRegion(['not a tag!', ''])).to.equal('US')
  })

  it('lists every country once, with its name in the language of the box', () => {
    const regions = new Set(countries.map(({ region }) => region))
    expect(regions.size).to.equal(countries.length)
    const options = countryOptions('en')
    expect(options[0]?.name).to.equal('Afghanistan')
    expect(options.every(({ name, callingCode }) => name.length > 2 && /^\d{1,4}$/.test(callingCode))).to.equal(true)
  })
})
