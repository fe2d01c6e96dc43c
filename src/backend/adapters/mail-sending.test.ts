import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createMailSending } from './mail-sending.ts'
import { MailServiceError } from './mail-transport.ts'

const createKit = () => {
  const time = { now: 1_000_000 }
  const logged: string[] = []
  const note = (line: string) => void logged.push(line)
  const sending = createMailSending({
    clock: { now: () => time.now },
    log: { error: note, warn: note },
  })
  const fail = (id: string) => {
    const error = new MailServiceError('The connection was closed', { isUnsent: true })
    sending.failed({ id, error, sentBefore: sending.outcomes.sent })
    time.now += 5_000
  }
  return { sending, logged, fail }
}

describe('The log of emails', () => {
  it('has one outage for an email that breaks connections, however often it is tried before others', () => {
    const { sending, logged, fail } = createKit()
    for (let round = 0; round < 24; round += 1) {
      fail('broken')
      fail('broken')
      sending.accepted(`later ${round}`)
    }
    assert.deepEqual(
      logged.map((line) => line.slice(0, 24)),
      ['No email can be sent. Em', 'Emails can be sent again'],
    )
  })

  it('has an outage that begins with such an email', () => {
    const { sending, logged, fail } = createKit()
    fail('broken')
    sending.accepted('later')
    fail('broken')
    logged.length = 0
    fail('broken')
    assert.deepEqual(logged, [])
    fail('another')
    sending.accepted('another')
    assert.equal(logged.length, 2)
  })
})
