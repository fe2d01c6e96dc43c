import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { startMessageReceiver } from '../backend/adapters/message-receiver.test-kit.ts'
import { openBackend } from '../backend/open-backend.ts'
import { signUp } from '../contract/sign-up.ts'
import { PRODUCTION_PARTS } from './serve.ts'
import { ENV, PASSWORD } from './served.test-kit.ts'
import { readServeSettings } from './settings.ts'

const HASH = createHash('sha1').update(PASSWORD).digest('hex').toUpperCase()

test('the production server refuses passwords that the configured service lists, and lets users sign up while it is unavailable', async () => {
  const service = await startMessageReceiver()
  const { breachedPasswordsUrl } = readServeSettings(
    { ...ENV, BREACHED_PASSWORDS_URL: `${service.url}/range` },
    '/srv/front-entry',
  )
  const logged: string[] = []
  const log = (message: string, cause?: unknown) => void logged.push(`${message} ${cause}`)
  const backend = await openBackend(
    {
      apiUrl: ENV.API_URL,
      appUrl: ENV.APP_URL,
      breachedPasswordsUrl,
      log: { error: log, warn: log, info: log, debug: log },
    },
    PRODUCTION_PARTS,
  )
  const join = async (email: string, password: string) => {
    const response = await backend.fetch(
      new Request(ENV.API_URL + signUp.signUp.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: ENV.APP_URL },
        body: JSON.stringify({ email, companyName: 'Newco', name: 'Nia', password }),
      }),
    )
    return [response.status, /data breach/.test(await response.text())]
  }
  try {
    service.script({ status: 200, body: `${HASH.slice(5)}:3` })
    assert.deepEqual(await join('a@new.test', PASSWORD), [400, true])
    assert.deepEqual(
      service.received.map(({ path }) => path),
      [`/range/${HASH.slice(0, 5)}`],
    )
    assert.deepEqual(await join('b@new.test', 'Winter1991'), [400, true], 'of the list that comes with the server')
    service.script(503)
    assert.deepEqual(await join('c@new.test', 'Brave-Otter-42'), [200, false])
    assert.match(logged.join('\n'), /BREACHED_PASSWORDS_URL: 127\.0\.0\.1:\d+ gave no list \(HTTP 503\)/)
    assert.doesNotMatch(logged.join('\n'), /Brave-Otter|Winter1991|Correct-Horse/)
  } finally {
    await backend.close()
    service.close()
  }
})
