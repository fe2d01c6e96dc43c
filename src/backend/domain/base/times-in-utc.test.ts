import assert from 'node:assert/strict'
import { afterEach, it } from 'node:test'
import { auditWhere } from '../audit/audit-filter.ts'
import { resendStart } from '../delivery/webhooks/resend-events.ts'

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

const NOON = Date.UTC(2026, 0, 1, 12)

it('a time without a zone that a client sends is in UTC, on servers in any zone', () => {
  for (const server of ['UTC', 'Asia/Tokyo', 'America/New_York']) {
    process.env.TZ = server
    for (const time of ['2026-01-01T12:00', '2026-01-01 12:00:00', '2026-01-01T12:00:00.000Z', NOON]) {
      assert.deepEqual(
        auditWhere('acme', { createdAt: JSON.stringify({ from: time }) }).createdAt,
        { gte: NOON },
        server,
      )
      assert.equal(resendStart(time, NOON + 1), NOON, `${server} ${time}`)
    }
    for (const wrong of [undefined, null, true, {}, ['2026-01-01'], 'noon', Number.NaN]) {
      assert.throws(() => resendStart(wrong, NOON + 1), /since must be a date/, String(wrong))
    }
  }
})
