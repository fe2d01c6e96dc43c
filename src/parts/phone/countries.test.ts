import { expect } from 'chai'
import { countries, countryOptions, likelyRegion } from './countries.ts'

describe('the country of a phone number', () => {
  it('starts with the country of the browser’s language', () => {
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
