import assert from 'node:assert/strict'
import { it } from 'node:test'
import { auditLog } from '../../contract/audits.ts'
import { aDraft } from '../../testing/records.ts'
import { appendAudits } from '../domain/audit/audit.ts'
import type { Kit } from './kit.test-kit.ts'

const HOUR = 3_600_000

export const describeAuditCursor = (kit: () => Kit): void => {
  const exportPart = (token: string, body: object) =>
    kit().call('POST', auditLog.exportAuditPart.path, { token, body: { format: 'jsonl', ...body } })

  const begin = async () => {
    const log = Array.from({ length: 5_000 }, (_, at) => aDraft({ id: `row${at}`, description: `Row ${at}` }))
    await appendAudits(kit().store, 'acme', log)
    const { token } = await kit().signIn('ada@acme.test')
    const { body } = await exportPart(token, {})
    assert.equal(typeof body.cursor, 'string')
    return { token, cursor: String(body.cursor) }
  }

  it('continues only where the last part ended: every export has its row, and no other end is signed', async () => {
    const { token, cursor } = await begin()
    const [end = '', done = '', at = '', firstSeq = '', seal = ''] = cursor.split('.')
    const forged = [
      '5000.0',
      `5000.0.${at}`,
      `5000.0.${at}.${firstSeq}.${seal}`,
      [end, '0', at, firstSeq, seal].join('.'),
      ['10', done, at, firstSeq, seal].join('.'),
      [end, done, String(Number(at) + 1), firstSeq, seal].join('.'),
      [end, done, at, '4000', seal].join('.'),
      `${cursor}x`,
      `0${cursor}`,
      '1e3.0.0.x',
      'NaN.NaN.NaN',
    ]
    for (const cursor of forged) assert.equal((await exportPart(token, { cursor })).status, 400, cursor)
    const last = await exportPart(token, { cursor })
    assert.deepEqual([last.status, last.body.cursor], [200, null])
    assert.equal(await kit().store.audits.count({ tenantId: 'acme', action: 'Audit log exported' }), 1)
  })

  it('continues for the same user and account, within an hour', async () => {
    const { cursor } = await begin()
    await kit().store.members.update({ userId: 'tom' }, { roleIds: '["admin"]' })
    for (const email of ['tom@acme.test', 'gia@globex.test']) {
      const { token } = await kit().signIn(email)
      assert.equal((await exportPart(token, { cursor })).status, 400, email)
    }
    kit().time.now += HOUR + 1
    const { token } = await kit().signIn('ada@acme.test')
    assert.equal((await exportPart(token, { cursor })).status, 400, 'late')
  })
}
