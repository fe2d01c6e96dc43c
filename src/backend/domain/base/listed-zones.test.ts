import assert from 'node:assert/strict'
import { it } from 'node:test'
import { safeZone } from '../../../rules/account-date.ts'
import { isTimeZone } from './account-dates.ts'
import { zoneOfListed as zoneAmong } from './listed-zones.ts'
import { zoneOfWindows } from './windows-zones.ts'

const zoneOfListed = (name: string): string | undefined => safeZone(zoneAmong(name, isTimeZone))

/** Names as the settings of Windows show them, with the name by which its programs know the same zone. */
const WINDOWS: readonly [shown: string, name: string][] = [
  ['(UTC-12:00) International Date Line West', 'Dateline Standard Time'],
  ['(UTC-10:00) Aleutian Islands', 'Aleutian Standard Time'],
  ['(UTC-10:00) Hawaii', 'Hawaiian Standard Time'],
  ['(UTC-09:00) Alaska', 'Alaskan Standard Time'],
  ['(UTC-08:00) Baja California', 'Pacific Standard Time (Mexico)'],
  ['(UTC-08:00) Pacific Time (US & Canada)', 'Pacific Standard Time'],
  ['(UTC-07:00) Arizona', 'US Mountain Standard Time'],
  ['(UTC-07:00) La Paz, Mazatlan', 'Mountain Standard Time (Mexico)'],
  ['(UTC-07:00) Chihuahua, La Paz, Mazatlan', 'Mountain Standard Time (Mexico)'],
  ['(UTC-06:00) Central America', 'Central America Standard Time'],
  ['(UTC-06:00) Guadalajara, Mexico City, Monterrey', 'Central Standard Time (Mexico)'],
  ['(UTC-06:00) Saskatchewan', 'Canada Central Standard Time'],
  ['(UTC-05:00) Bogota, Lima, Quito, Rio Branco', 'SA Pacific Standard Time'],
  ['(UTC-05:00) Chetumal', 'Eastern Standard Time (Mexico)'],
  ['(UTC-05:00) Indiana (East)', 'US Eastern Standard Time'],
  ['(UTC-04:00) Atlantic Time (Canada)', 'Atlantic Standard Time'],
  ['(UTC-04:00) Georgetown, La Paz, Manaus, San Juan', 'SA Western Standard Time'],
  ['(UTC-03:30) Newfoundland', 'Newfoundland Standard Time'],
  ['(UTC-03:00) Brasilia', 'E. South America Standard Time'],
  ['(UTC-03:00) City of Buenos Aires', 'Argentina Standard Time'],
  ['(UTC-03:00) Greenland', 'Greenland Standard Time'],
  ['(UTC-03:00) Salvador', 'Bahia Standard Time'],
  ['(UTC-01:00) Cabo Verde Is.', 'Cape Verde Standard Time'],
  ['(UTC+00:00) Dublin, Edinburgh, Lisbon, London', 'GMT Standard Time'],
  ['(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', 'W. Europe Standard Time'],
  ['(UTC+01:00) Brussels, Copenhagen, Madrid, Paris', 'Romance Standard Time'],
  ['(UTC+01:00) Sarajevo, Skopje, Warsaw, Zagreb', 'Central European Standard Time'],
  ['(UTC+01:00) West Central Africa', 'W. Central Africa Standard Time'],
  ['(UTC+02:00) Athens, Bucharest', 'GTB Standard Time'],
  ['(UTC+02:00) Helsinki, Kyiv, Riga, Sofia, Tallinn, Vilnius', 'FLE Standard Time'],
  ['(UTC+02:00) Jerusalem', 'Israel Standard Time'],
  ['(UTC+03:00) Moscow, St. Petersburg', 'Russian Standard Time'],
  ['(UTC+03:30) Tehran', 'Iran Standard Time'],
  ['(UTC+04:00) Abu Dhabi, Muscat', 'Arabian Standard Time'],
  ['(UTC+05:00) Ekaterinburg', 'Ekaterinburg Standard Time'],
  ['(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi', 'India Standard Time'],
  ['(UTC+05:30) Sri Jayawardenepura', 'Sri Lanka Standard Time'],
  ['(UTC+05:45) Kathmandu', 'Nepal Standard Time'],
  ['(UTC+06:30) Yangon (Rangoon)', 'Myanmar Standard Time'],
  ['(UTC+07:00) Bangkok, Hanoi, Jakarta', 'SE Asia Standard Time'],
  ['(UTC+08:00) Beijing, Chongqing, Hong Kong SAR, Urumqi', 'China Standard Time'],
  ['(UTC+09:00) Osaka, Sapporo, Tokyo', 'Tokyo Standard Time'],
  ['(UTC+10:00) Canberra, Melbourne, Sydney', 'AUS Eastern Standard Time'],
  ['(UTC+10:30) Lord Howe Island', 'Lord Howe Standard Time'],
  ['(UTC+11:00) Solomon Is., New Caledonia', 'Central Pacific Standard Time'],
  ['(UTC+12:00) Auckland, Wellington', 'New Zealand Standard Time'],
  ["(UTC+13:00) Nuku'alofa", 'Tonga Standard Time'],
  ['(UTC+13:00) Samoa', 'Samoa Standard Time'],
  ['(UTC+14:00) Kiritimati Island', 'Line Islands Standard Time'],
]

/** Names of Rails, some as its lists show them. */
const RAILS: readonly [name: string, zone: string][] = [
  ['Eastern Time (US & Canada)', 'America/New_York'],
  ['(GMT-06:00) Central Time (US & Canada)', 'America/Chicago'],
  ['Mountain Time (US & Canada)', 'America/Denver'],
  ['Pacific Time (US & Canada)', 'America/Los_Angeles'],
  ['Atlantic Time (Canada)', 'America/Halifax'],
  ['pacific time (us & canada)', 'America/Los_Angeles'],
  ['Eastern Time', 'America/New_York'],
  ['Midway Island', 'Pacific/Midway'],
  ['Quito', 'America/Lima'],
  ['Puerto Rico', 'America/Puerto_Rico'],
  ['Cape Verde Is.', 'Atlantic/Cape_Verde'],
  ['(GMT+00:00) Edinburgh', 'Europe/London'],
  ['(GMT+01:00) Bern', 'Europe/Zurich'],
  ['St. Petersburg', 'Europe/Moscow'],
  ['New Delhi', 'Asia/Kolkata'],
  ['Hong Kong', 'Asia/Hong_Kong'],
  ['Marshall Is.', 'Pacific/Majuro'],
  ['Chatham Is.', 'Pacific/Chatham'],
  ['Samoa', 'Pacific/Apia'],
]

const MONTHS = [0, 3, 6, 9].map((month) => Date.UTC(2026, month, 15))

const clocksIn = (timeZone: string): string[] =>
  MONTHS.map((time) => new Date(time).toLocaleString('en', { timeZone, timeZoneName: 'longOffset' }))

it('A zone that Windows shows has the clock of the name by which its programs know it', () => {
  for (const [shown, name] of WINDOWS) {
    const [zone, known] = [zoneOfListed(shown), zoneOfWindows(name)]
    assert.ok(zone && known, shown)
    assert.deepEqual(clocksIn(zone), clocksIn(known), shown)
    assert.equal(zoneOfListed(name), known, name)
    const cities = shown.replace(/^.*?\) /, '')
    // Without the offset, La Paz is the one of Bolivia.
    if (!cities.includes('La Paz')) assert.deepEqual(clocksIn(zoneOfListed(cities) ?? 'UTC'), clocksIn(known), cities)
  }
})

it('A zone of Rails has the clock of the zone that Rails uses for it', () => {
  for (const [name, expected] of RAILS) {
    const zone = zoneOfListed(name)
    assert.ok(zone, name)
    assert.deepEqual(clocksIn(zone), clocksIn(expected), name)
  }
})

it('Coordinated Universal Time is read with and without an offset', () => {
  for (const [name, hour] of [
    ['(UTC) Coordinated Universal Time', '12'],
    ['Co-ordinated Universal Time', '12'],
    ['(UTC-11:00) Coordinated Universal Time-11', '01'],
    ['(UTC+13:00) Coordinated Universal Time+13', '01'],
    ['(UTC-02:00) Coordinated Universal Time-02', '10'],
  ] as const) {
    const timeZone = zoneOfListed(name)
    assert.ok(timeZone, name)
    assert.equal(
      new Date(Date.UTC(2026, 0, 1, 12)).toLocaleString('en', { timeZone, hour: '2-digit', hourCycle: 'h23' }),
      hour,
      name,
    )
  }
})

it('A name that is in no list has no zone', () => {
  for (const name of [
    '',
    ' ',
    ',',
    '=',
    '(UTC+01:00) ',
    '(UTC+01:00) Atlantis',
    'Springfield, Shelbyville',
    'Springfield, Berlin',
    'Paris, Texas',
    'London, Ontario',
    'North',
    'south',
    'West',
    'Victoria',
    'Portland',
    'San Jose',
    'Mars Time (US & Canada)',
    'Time (US & Canada)',
    'Coordinated Universal Time+99',
    '../Berlin',
    '(UTC+01:00)Berlin=',
  ])
    assert.equal(zoneOfListed(name), undefined, name)
})
