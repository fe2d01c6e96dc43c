import assert from 'node:assert/strict'
import { it } from 'node:test'
import { auditLog, audits } from '../../contract/audits.ts'
import { fillPath } from '../../contract/path.ts'
import { aDraft } from '../../testing/records.ts'
import { createBackend } from '../backend.ts'
import { errorText } from '../call/error-text.ts'
import { appendAudits } from '../domain/audit/audit.ts'
import { API, type Kit } from './kit.test-kit.ts'

/** A message as drivers write it, including the values of the statement. */
const MESSAGE = 'Failed query: select "email" from "audits" where "tenantId" = $1\nparams: acme,eve@private.test'
const PRIVATE = /eve@private|params/

const EXPORTS = [
  [auditLog.exportAuditPart.path, { format: 'csv' }],
  [auditLog.exportAuditPart.path, { format: 'jsonl' }],
  [`${fillPath(audits.exportAudits.path, { endpoint: 'csv' })}?offset=0&outputFileName=log.csv`, { properties: [] }],
] as const

export const describeAuditExportFaults = (kit: () => Kit): void => {
  /** Exports while every read after the first `workingReads` fails. */
  const exportWith = async (workingReads: number, [path, body]: (typeof EXPORTS)[number]) => {
    const { store, ports } = kit()
    let reads = 0
    const listFields: typeof store.audits.listFields = async (...given) => {
      reads += 1
      if (reads > workingReads) throw new Error(MESSAGE)
      return store.audits.listFields(...given)
    }
    const failing = { ...store, audits: { ...store.audits, listFields } }
    const { token } = await kit().signIn('ada@acme.test')
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
    const request = new Request(API + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return createBackend({ ...ports, store: failing })(request)
  }
  const assertReported = () => {
    assert.equal(kit().logged.length, 1)
    const [message, error] = kit().logged[0] as [string, unknown]
    const cause = errorText(error)
    assert.match(message, /^POST \w+\.\w+ failed$/)
    assert.match(cause, /Failed query/)
    assert.doesNotMatch(cause, PRIVATE)
  }

  it('responds with the usual error when nothing was sent yet', async () => {
    for (const wanted of kit().sample(EXPORTS, EXPORTS.length)) {
      kit().logged.length = 0
      const response = await exportWith(0, wanted)
      assert.equal(response.status, 500)
      assert.deepEqual(await response.json(), { errors: ['Something went wrong. Try again'], code: 'internal' })
      assertReported()
    }
  })

  it('aborts when part of it was sent, and discloses no private data to the host', async () => {
    const rows = Array.from({ length: 3_000 }, (_, at) => aDraft({ id: `row${at}` }))
    await appendAudits(kit().store, 'acme', rows)
    for (const wanted of kit().sample(EXPORTS, EXPORTS.length)) {
      kit().logged.length = 0
      const response = await exportWith(1, wanted)
      assert.equal(response.status, 200)
      await assert.rejects(response.text(), (error: Error) => !PRIVATE.test(`${error.stack} ${error.cause}`))
      assertReported()
    }
  })
}
