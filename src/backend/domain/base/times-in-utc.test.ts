import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inEachZone } from '../../../testing/zones.ts'
import { auditWhere } from '../audit/audit-filter.ts'
import { resendStart } from '../delivery/webhooks/resend-events.ts'

const NOON = Date.UTC(2026, 0, 1, 12)

it('a time without a zone that a client sends is in UTC, on servers in any zone', () =>
  inEachZone((zone) => {
    for (const time of ['2026-01-01T12:00', '2026-01-01 12:00:00', '2026-01-01T12:00:00.000Z', NOON]) {
      const { createdAt } = auditWhere('acme', { createdAt: JSON.stringify({ from: time }) })
      assert.deepEqual(createdAt, { gte: NOON }, zone)
      assert.equal(resendStart(time, NOON + 1), NOON, `${zone} ${time}`)
    }
    for (const wrong of [undefined, null, true, {}, ['2026-01-01'], 'noon', Number.NaN]) {
      assert.throws(() => resendStart(wrong, NOON + 1), /since must be a date/, String(wrong))
    }
  }))
