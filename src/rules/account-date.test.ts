import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatDate, safeZone } from './account-date.ts'
import { unreadToken } from './date-pattern.ts'

const AT = '2026-11-07T23:05:09Z'

const dated = (dateFormat: string, language = 'en-GB', timeZone = 'UTC') =>
  formatDate(AT, { language, timeZone, dateFormat })

const timed = (timeFormat: string, language = 'en-GB') =>
  formatDate(AT, { language, timeZone: 'UTC', dateFormat: 'y-MM-dd', timeFormat, time: 'short' })

describe('Dates in the pattern of an account', () => {
  for (const [pattern, language, expected] of [
    ["d 'de' MMMM 'de' yyyy", 'es', '7 de noviembre de 2026'],
    ["d 'de' MMMM 'de' yyyy", 'pt-BR', '7 de novembro de 2026'],
    ['MMM d, y', 'en', 'Nov 7, 2026'],
    ['dd.MM.yy', 'de', '07.11.26'],
    ['EEEE, d MMMM y', 'en', 'Saturday, 7 November 2026'],
    ['EEEE, d MMMM y', 'fr', 'samedi, 7 novembre 2026'],
    ['EEE d. MMM y', 'de', 'Sa 7. Nov. 2026'],
    ['y年M月d日', 'ja', '2026年11月7日'],
    ['y年MMMMd日', 'ja', '2026年11月7日'],
    ['d MMMM y', 'ru', '7 ноября 2026'],
    ['LLLL y, d', 'ru', 'ноябрь 2026, 7'],
    ['d. MMM y', 'cs', '7. lis 2026'],
    ['dd/MM/yyyy', 'fa', '۰۷/۱۱/۲۰۲۶'],
    ['d MMMM y', 'th', '7 พฤศจิกายน 2026'],
    ["d 'o''clock' MMM ''yy", 'en', "7 o'clock Nov '26"],
    ['d MMMMM yyyyy', 'en', '7 N 02026'],
    ['d/M/y G', 'en', '7/11/2026 AD'],
    ['[dd.MM.yyyy]', 'en', '[07.11.2026]'],
    ['d LLL u', 'en', '7 Nov 2026'],
    ['ccc d/M/y', 'en', 'Sat 7/11/2026'],
  ] as const) {
    it(`writes ${pattern} in ${language}`, () => assert.equal(dated(pattern, language), expected))
  }

  it('reads the letters of Moment.js, which many clients store', () => {
    const patterns = ['DD/MM/YYYY', 'D MMM YY', 'dddd, D MMMM YYYY', 'ddd D.M.YYYY', 'D [de] MMMM [de] YYYY']
    assert.deepEqual(
      patterns.map((pattern) => dated(pattern, 'en')),
      ['07/11/2026', '7 Nov 26', 'Saturday, 7 November 2026', 'Sat 7.11.2026', '7 de November de 2026'],
    )
  })

  it('writes the day as an ordinal number, and the quarter as a number', () => {
    const dates = [1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 31].map((day) => new Date(Date.UTC(2026, 9, day)))
    const days = dates.map((at) => formatDate(at, { language: 'en-GB', timeZone: 'UTC', dateFormat: 'Do MMM YYYY' }))
    assert.deepEqual(
      days.map((text) => text.replace(' Oct 2026', '')),
      ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '22nd', '23rd', '31st'],
    )
    assert.equal(dated('MMMM do, yyyy', 'en'), 'November 7th, 2026')
    assert.equal(dated('Do MMMM YYYY', 'de'), '7. November 2026')
    assert.equal(dated('Do [de] MMMM YYYY', 'es'), '7º de noviembre 2026')
    assert.equal(
      formatDate(dates[0] ?? '', { language: 'fr', timeZone: 'UTC', dateFormat: 'Do MMMM y' }),
      '1er octobre 2026',
    )
    assert.equal(dated('Do MMMM y', 'fr'), '7 novembre 2026')
    assert.equal(dated('Do/MM/y', 'fa'), '۷/۱۱/۲۰۲۶')
    assert.equal(dated("dd/MM/yyyy ('Q'Q)", 'en'), '07/11/2026 (Q4)')
  })

  it('reports the unsupported token, and prints no token literally', () => {
    for (const [pattern, token] of [
      ['dd/MM/yyyy', undefined],
      ['Do MMMM YYYY', undefined],
      ['dd/MM/yyyy QQQ', 'QQQ'],
      ['QQQQ d M y', 'QQQQ'],
      ['yyyy-DDD', 'DDD'],
      ["YYYY-'W'ww-e d M", 'ww'],
      ['Mo d y', 'Mo'],
      ['DDDo M y', 'DDDo'],
      ['dddd Do MMM gggg', 'gggg'],
      ['x', 'x'],
      ['dd/mm/yyyy', 'mm'],
      ["d 'de M y", "'"],
      ['yyyyMMdd', undefined],
      ['yMMMd', 'yMMMd'],
      ['yMd', 'yMd'],
      ['MMMEd', 'MMMEd'],
      ['dMMMyyyy', undefined],
      ['yyyyMMMMDo', undefined],
      ['yMMMMEEEEd', 'yMMMMEEEEd'],
      ['LL', ''],
      ['MMMM y', ''],
    ] as const) {
      assert.equal(unreadToken('date', pattern), token, pattern)
      if (token !== undefined) assert.equal(dated(pattern), '7 Nov 2026', pattern)
    }
    for (const [pattern, token] of [
      ['HH:mm', undefined],
      ['12', undefined],
      ['hh:mm', undefined],
      ['HH:mm:ss.SSS', 'SSS'],
      ['h:mm a z', 'z'],
      ['LT', 'L'],
      ['h:mm B', 'B'],
      ['HHmm', undefined],
      ['Hm', 'Hm'],
      ['hmma', undefined],
      ['jms', 'j'],
    ] as const) {
      assert.equal(unreadToken('time', pattern), token, pattern)
      if (token !== undefined) assert.match(timed(pattern, 'en-GB'), /^2026-11-07, (?:23:05|11:05 pm)$/, pattern)
    }
  })

  it("uses the language's own format when a pattern can't be read or lacks a part of the date", () => {
    const patterns = [
      'nonsense',
      'dd/MM/yyyy QQQ',
      'd o MMMM yyyy',
      'Mo d yyyy',
      'LL',
      'yyyy-MM-dd w',
      'dd/MM/yyyy T',
      'yyyy-DDD',
      'MMMM y',
      'dd/MM',
      "d 'de MMMM y",
      'dd/mm/yyyy',
      'dd/MM/yyyy HH:mm',
      'd MMMMMM y',
      'd/M/yyyyyyyyyyyyyyyyyyyyyyyyyyyy',
      '%d.%m.%Y',
      "'d' 'M' 'y'",
      '',
    ]
    for (const pattern of patterns) assert.equal(dated(pattern), '7 Nov 2026', pattern)
  })

  it('shows the day and the month of the account’s own time zone', () => {
    assert.equal(dated('EEEE d MMMM y', 'en', 'Asia/Tokyo'), 'Sunday 8 November 2026')
  })

  it('reads offsets that other clients store as a time zone', () => {
    const at = (timeZone: string) =>
      formatDate(AT, { language: 'en-GB', timeZone, dateFormat: 'y-MM-dd', time: 'short' })
    for (const [zone, expected] of [
      ['GMT+2', '2026-11-08, 01:05'],
      ['UTC+02:00', '2026-11-08, 01:05'],
      ['+0200', '2026-11-08, 01:05'],
      [' utc+2 ', '2026-11-08, 01:05'],
      ['GMT-3', '2026-11-07, 20:05'],
      ['UTC-11:00', '2026-11-07, 12:05'],
      ['UTC+14:00', '2026-11-08, 13:05'],
      ['GMT+00:00', '2026-11-07, 23:05'],
      ['Etc/GMT-5', '2026-11-08, 04:05'],
      ['Etc/GMT+5', '2026-11-07, 18:05'],
      ['europe/berlin', '2026-11-08, 00:05'],
      ['UTC+5:30', '2026-11-08, 04:35'],
      ['+0545', '2026-11-08, 04:50'],
      ['GMT-09:30', '2026-11-07, 13:35'],
      ['-03:30', '2026-11-07, 19:35'],
      ['UTC-2:30', '2026-11-07, 20:35'],
      ['UTC+13:45', '2026-11-08, 12:50'],
      ['UTC+10:30', '2026-11-08, 09:35'],
      ['UTC\u22123', '2026-11-07, 20:05'],
      ['UTC\u22123:30', '2026-11-07, 19:35'],
      ['GMT\u201303:30', '2026-11-07, 19:35'],
      ['UTC\uff0b9', '2026-11-08, 08:05'],
      ['GMT + 2', '2026-11-08, 01:05'],
      ['UTC +05:30', '2026-11-08, 04:35'],
      ['(UTC+01:00)', '2026-11-08, 00:05'],
      ['GMT+5.30', '2026-11-08, 04:35'],
      ['+05:30:00', '2026-11-08, 04:35'],
      ['UTC\u00b100:00', '2026-11-07, 23:05'],
      ['Z', '2026-11-07, 23:05'],
    ] as const)
      assert.equal(at(zone), expected, zone)
    for (const zone of ['UTC+15', 'GMT-13', 'UTC+2:99', 'UTC+14:30', '-12:30', 'UTC+5.5', '+', 'GMT', 'Nowhere'])
      assert.equal(safeZone(zone), zone === 'GMT' ? 'UTC' : undefined, zone)
    assert.equal(safeZone('UTC'), 'UTC')
  })

  it('reads an exact offset where the engine knows offsets, since a zone may have had summer time', () => {
    const { DateTimeFormat } = Intl
    // Engines since Chrome 119 and Node 22 behave in this way.
    class Modern extends DateTimeFormat {
      readonly #zone: string | undefined
      constructor(language: string, { timeZone }: Intl.DateTimeFormatOptions) {
        super(language, { timeZone: /^[+-]/.test(timeZone ?? '') ? 'UTC' : timeZone })
        this.#zone = timeZone
      }
      override resolvedOptions() {
        return { ...super.resolvedOptions(), timeZone: this.#zone ?? '' }
      }
    }
    Intl.DateTimeFormat = Modern as unknown as typeof DateTimeFormat
    try {
      assert.equal(safeZone('gmt+3:30'), '+03:30')
      for (const zone of ['UTC+14:45', '-12:45', '+23:30']) assert.equal(safeZone(zone), undefined, zone)
    } finally {
      Intl.DateTimeFormat = DateTimeFormat
    }
  })

  it('writes the first and the last time that there is in every offset', () => {
    for (const timeZone of ['+05:30', '-03:30'])
      for (const at of [8.64e15, -8.64e15]) assert.notEqual(formatDate(at, { timeZone, time: 'full' }), '', timeZone)
  })

  it('names an offset after a full time, in the format of the language and in the account’s', () => {
    for (const dateFormat of ['', 'y-MM-dd']) {
      const text = formatDate(AT, { language: 'en-GB', timeZone: '-03:30', dateFormat, time: 'full' })
      assert.match(text, /(?:7 November 2026 at|2026-11-07,) 19:35:09 GMT-0?3:30$/)
    }
  })

  it('writes times in patterns too', () => {
    for (const [pattern, expected] of [
      ['HH:mm', '23:05'],
      ['H.mm', '23.05'],
      ["H 'h' mm", '23 h 05'],
      ['HH:mm:ss', '23:05:09'],
      ['h:mm a', '11:05 pm'],
      ['hh:mm A', '11:05 pm'],
      ['a h:mm', 'pm 11:05'],
      ['K:mm a', '11:05 pm'],
      ['kk:mm', '23:05'],
      ['HH[h]mm', '23h05'],
    ] as const)
      assert.equal(timed(pattern), `2026-11-07, ${expected}`, pattern)
    assert.equal(timed('a h:mm', 'ko'), '2026-11-07, PM 11:05')
    assert.equal(timed('ah:mm', 'ja'), '2026-11-07, 午後11:05')
  })

  it('keeps half of the day and the hour when a time pattern lacks a part', () => {
    assert.equal(timed('hh:mm'), '2026-11-07, 11:05 pm')
    assert.equal(timed("HH 'Uhr'"), '2026-11-07, 23:05')
    assert.equal(timed('12'), '2026-11-07, 11:05 pm')
    assert.equal(timed('24'), '2026-11-07, 23:05')
    assert.equal(timed('whenever'), '2026-11-07, 23:05')
  })

  it('writes midnight as each kind of hour does', () => {
    const options = { language: 'en', timeZone: 'UTC', dateFormat: 'y-M-d', time: 'short' } as const
    const midnight = ['H:mm', 'k:mm', 'h:mm a', 'K:mm a'].map((timeFormat) =>
      formatDate('2026-11-07T00:05:00Z', { ...options, timeFormat }),
    )
    assert.deepEqual(midnight, ['2026-11-7, 0:05', '2026-11-7, 24:05', '2026-11-7, 12:05 AM', '2026-11-7, 0:05 AM'])
  })
})
