import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { login } from '../contract/login.ts'
import { session } from '../contract/session.ts'
import { createLogger } from '../kernel/logger.ts'
import { createInboxTexter, createInboxTransport } from './adapters/inbox.ts'
import { type HostParts, openBackend } from './open-backend.ts'
import { loadSample } from './sample/index.ts'
import type { Store } from './store/store.ts'

const apiUrl = 'http://localhost:3002'
const appUrl = 'http://localhost:3000'
const sealingKey = randomBytes(32).toString('base64')

interface Opening extends Pick<HostParts, 'openStore' | 'prepare'> {
  sealingKey?: string
}

const open = async ({ openStore, prepare, ...more }: Opening) => {
  const lines: unknown[] = []
  const sink = { error() {}, warn: (...line: unknown[]) => void lines.push(line), info() {}, debug() {} }
  const log = createLogger('warn', sink)
  const backend = await openBackend(
    { apiUrl, appUrl, log, ...more },
    { createMailTransport: createInboxTransport, createTexter: createInboxTexter, openStore, prepare },
  )
  return { ...backend, warned: () => JSON.stringify(lines) }
}

const send = (backend: Awaited<ReturnType<typeof open>>, path: string, init: RequestInit) =>
  backend.fetch(
    new Request(apiUrl + path, { ...init, headers: { 'Content-Type': 'application/json', ...init.headers } }),
  )

const signIn = async (backend: Awaited<ReturnType<typeof open>>): Promise<string> => {
  const body = JSON.stringify({ email: 'ada@acme.test', password: 'Correct-Horse-9' })
  const response = await send(backend, login.login.path, { method: 'POST', body, headers: { Origin: appUrl } })
  return (await response.json()).accessToken
}

const isSignedIn = async (backend: Awaited<ReturnType<typeof open>>, token: string): Promise<boolean> =>
  (await send(backend, session.getMe.path, { headers: { Authorization: `Bearer ${token}` } })).status === 200

const during = async <Result>(environment: string | undefined, work: () => Promise<Result>): Promise<Result> => {
  const before = process.env.NODE_ENV
  if (environment) process.env.NODE_ENV = environment
  else delete process.env.NODE_ENV
  try {
    return await work()
  } finally {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
}

/**
 * Tests a server that starts several times with the same data, which `openStore` opens; `openOther` opens other data.
 */
export const describeSealedKeys = (
  name: string,
  openStore: () => Promise<Store>,
  openOther: () => Promise<Store>,
): void => {
  describe(`A server whose keys are sealed, ${name}`, () => {
    it('continues with the keys and sessions it had before, and needs the sealing key from then on', async () => {
      const plain = await during(undefined, () => open({ openStore, prepare: loadSample }))
      const token = await signIn(plain)
      assert.doesNotMatch(plain.warned(), /SEALING_KEY/)
      await plain.close()

      const sealed = await during('production', () => open({ openStore, sealingKey }))
      assert.equal(await isSignedIn(sealed, token), true)
      assert.equal(await isSignedIn(sealed, await signIn(sealed)), true)
      for (const { value } of await sealed.store.keys.list({})) assert.match(value, /^sealed\.key\./)
      assert.doesNotMatch(sealed.warned(), /SEALING_KEY/)
      await sealed.close()

      await assert.rejects(open({ openStore }), /^SealingKeyError: SEALING_KEY is missing/)
      const anotherKey = randomBytes(32).toString('base64')
      await assert.rejects(open({ openStore, sealingKey: anotherKey }), /SEALING_KEY does not open/)
      const again = await open({ openStore, sealingKey })
      assert.equal(await isSignedIn(again, token), true)
      await again.close()
    })

    it('logs one warning in production if its keys are not sealed', async () => {
      const backend = await during('production', () => open({ openStore: openOther }))
      assert.equal(backend.warned().split('SEALING_KEY').length - 1, 1)
      await backend.close()
    })
  })
}
