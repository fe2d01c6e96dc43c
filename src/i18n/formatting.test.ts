import { expect } from 'chai'
import { formatDate, formatNumber, formatRelative } from './formatting.ts'

const NOW = Date.UTC(2026, 10, 21, 12)

describe('Formatting', () => {
  it('formats a past time in the largest fitting unit', () => {
    const said = [-10, -120, -3 * 3600, -86_400, -8 * 86_400, 3 * 86_400].map((seconds) =>
      formatRelative(NOW + seconds * 1000, NOW, { language: 'en' }),
    )
    expect(said).to.deep.equal(['now', '2 minutes ago', '3 hours ago', 'yesterday', 'last week', 'in 3 days'])
  })

  it('creates a formatter once for all the dates of a list', () => {
    const { DateTimeFormat } = Intl
    let made = 0
    Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
      construct: (real, options) => {
        made += 1
        return Reflect.construct(real, options)
      },
    })
    try {
      const said = Array.from({ length: 200 }, (_, day) =>
        formatDate(NOW + day * 86_400_000, { language: 'de', timeZone: 'Asia/Tokyo', time: 'short' }),
      )
      expect(new Set(said).size).to.equal(200)
    } finally {
      Intl.DateTimeFormat = DateTimeFormat
    }
    expect(made).to.be.at.most(2)
  })

  it('ignores an unknown time zone, even the second time', () => {
    const said = (timeZone?: string) =>
      formatDate(NOW, { language: 'en-GB', time: 'full', ...(timeZone && { timeZone }) })
    expect([said('Mars/Olympus'), said('Mars/Olympus')]).to.deep.equal([said(), said()])
  })

  it('shows the day of the account, not of the computer', () => {
    const night = '2026-11-21T23:30:00Z'
    expect(formatDate(night, { language: 'en-GB', timeZone: 'UTC' })).to.equal('21 Nov 2026')
    expect(formatDate(night, { language: 'en-GB', timeZone: 'Asia/Tokyo' })).to.equal('22 Nov 2026')
  })

  it('writes dates and hours in the account’s format and time zone', () => {
    const night = '2026-11-01T23:30:00Z'
    const said = (dateFormat: string, timeFormat: string, time?: 'short') =>
      formatDate(night, { language: 'en-GB', timeZone: 'Asia/Tokyo', dateFormat, timeFormat, ...(time && { time }) })
    expect(
      ['dd/MM/yyyy', 'MM/dd/yyyy', 'yyyy-MM-dd', 'dd.MM.yyyy', 'D MMM YY'].map((one) => said(one, '')),
    ).to.deep.equal(['02/11/2026', '11/02/2026', '2026-11-02', '02.11.2026', '2 Nov 26'])
    expect(said('yyyy-MM-dd', '24', 'short')).to.equal('2026-11-02, 08:30')
    expect(said('yyyy-MM-dd', '12', 'short')).to.match(/^2026-11-02, 0?8:30\sam$/)
    expect(said('', 'HH:mm', 'short')).to.equal('2 Nov 2026, 08:30')
    expect(said('nonsense', '')).to.equal('2 Nov 2026')
  })

  it('accepts an unknown time zone and an invalid date', () => {
    expect(formatDate('2026-11-21', { language: 'en', timeZone: 'Moon/Sea' })).to.contain('2026')
    expect(formatDate('never', { language: 'en' })).to.equal('')
    expect(formatRelative('never', NOW)).to.equal('')
  })

  it('groups numbers in the format of the language', () => {
    expect(formatNumber(1234567, { language: 'de' })).to.equal('1.234.567')
  })
})
