import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isTimeZone } from './account-dates.ts'
import { ZONES, zoneOfWindows } from './windows-zones.ts'

it('Every zone of a Windows name is one that the engine knows, and each name has one', () => {
  const names = ZONES.trim()
    .split('\n')
    .map((line) => line.split('=')[0] ?? '')
  assert.ok(names.length > 100)
  assert.equal(new Set(names.map((name) => name.toLowerCase())).size, names.length)
  for (const name of names) {
    const windows = name.includes(' (') ? name.replace(' (', ' Standard Time (') : `${name} Standard Time`
    assert.ok(isTimeZone(zoneOfWindows(windows) ?? ''), windows)
  }
})

it('A name that isn’t whole has no zone', () => {
  for (const name of [
    '',
    ' ',
    '=',
    'Standard Time',
    'W. Europe=',
    'Europe Standard Time',
    'Central Standard Time (Mars)',
  ])
    assert.equal(zoneOfWindows(name), undefined, name)
})
