import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inEachZone } from '../testing/zones.ts'
import { utcTimeOf } from './utc-time.ts'

const NOON = Date.UTC(2026, 0, 1, 12)

it('reads a time without a zone as UTC, on servers in any zone', () =>
  inEachZone((zone) => {
    for (const text of [
      '2026-01-01T12:00:00Z',
      '2026-01-01T12:00:00',
      '2026-01-01T12:00',
      '2026-01-01 12:00',
      '2026-01-01 12:00:00',
      '2026-01-01 12:00:00.000',
      '2026-01-01 13:00:00+01:00',
      'Thu, 01 Jan 2026 12:00:00',
      'Thu, 01 Jan 2026 13:00:00 GMT+0100',
      ' 2026-01-01T12:00:00.0000000 ',
      '2026-01-01T13:00:00+01:00',
      '2026-01-01T07:00:00.000-05:00',
    ])
      assert.equal(utcTimeOf(text), NOON, `${zone} ${text}`)
    assert.equal(utcTimeOf('2026-01-01'), Date.UTC(2026, 0, 1))
    for (const text of ['', 'noon', '2026-13-01T12:00:00']) assert.ok(Number.isNaN(utcTimeOf(text)), text)
  }))
