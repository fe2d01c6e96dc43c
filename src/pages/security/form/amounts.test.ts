import { expect } from 'chai'
import { formatSeconds, secondsOf, toTypedTime, wholeNumberOf } from './amount-fields.tsx'

describe('a time in the security settings', () => {
  it('is shown in the largest unit that needs no fraction', () => {
    const cases: [seconds: number, text: string][] = [
      [0, '0 seconds'],
      [1, '1 second'],
      [90, '90 seconds'],
      [60, '1 minute'],
      [5_400, '90 minutes'],
      [3_600, '1 hour'],
      [86_400, '1 day'],
      [7_776_000, '90 days'],
      [31_536_000, '365 days'],
    ]
    for (const [seconds, text] of cases) {
      expect(formatSeconds(seconds, 'en')).to.equal(text)
      expect(secondsOf(toTypedTime(seconds))).to.equal(seconds)
    }
    expect(formatSeconds(3_600, 'de')).to.equal('1 Stunde')
  })

  it('is only a whole number of its unit', () => {
    expect(secondsOf({ amount: ' 15 ', unit: 'minutes' })).to.equal(900)
    for (const amount of ['', ' ', '1.5', '-1', '1e3', '0x10', 'ten', '1 000', '9999999999', '١'])
      expect(wholeNumberOf(amount), amount).to.equal(undefined)
  })
})
