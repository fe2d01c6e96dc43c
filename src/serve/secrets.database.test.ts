import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { report } from '../backend/prove/report.test-kit.ts'
import { allTables } from '../contract/all.ts'
import type { AnyEndpoint } from '../contract/endpoint.ts'
import { login } from '../contract/login.ts'
import { temporaryData } from '../testing/pglite.ts'
import { freePorts } from '../testing/ports.ts'
import { startMailServer } from './serve.test-kit.ts'
import { APP, createBrowser, ENV, PASSWORD, type Served, startProductionServer } from './served.test-kit.ts'

const CANARIES = 500
const EMAIL = 'grace@example.com'

/** Names with which clients send secrets, in bodies and queries. */
const FIELDS = [
  'password',
  'newPassword',
  'oldPassword',
  'token',
  'code',
  'value',
  'otc',
  'otcToken',
  'mfaToken',
  'refresh_token',
  'code_verifier',
  'client_secret',
  'secret',
  'recoveryCode',
  'SAMLResponse',
  'RelayState',
  'invitationToken',
  'state',
]

/** Returns headers with secrets, or that logs often contain. */
const headersWith = (canary: string): Record<string, string>[] => [
  { Authorization: `Bearer ${canary}` },
  { Authorization: `Bearer eyJhbGciOiJFUzI1NiJ9.${canary}.${canary}` },
  { Authorization: `Basic ${canary}` },
  { Cookie: `fe_refresh_${ENV.CLIENT_ID.replaceAll('-', '')}=${canary}.${canary}` },
  { 'X-Request-Id': canary },
  { traceparent: `00-${canary}-01` },
  { 'User-Agent': canary },
  { Referer: `https://app.example.com/?token=${canary}` },
  { 'X-Forwarded-For': canary },
  { Origin: `https://${canary.toLowerCase()}.example.com` },
]

describe('Secrets that clients send', () => {
  let served: Served
  let mail: Awaited<ReturnType<typeof startMailServer>>
  let dataDir = ''
  let metricsUrl = ''
  before(async () => {
    dataDir = await temporaryData()
    mail = await startMailServer()
    const port = await freePorts(1)
    metricsUrl = `http://127.0.0.1:${port}/metrics`
    served = await startProductionServer({
      DATA_DIR: dataDir,
      SMTP_URL: mail.url,
      LOG_LEVEL: 'debug',
      METRICS_PORT: String(port),
    })
  })
  after(() => {
    served?.process.child.kill('SIGKILL')
    mail?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('are in no log line, no metric and no error', async () => {
    const browser = createBrowser(served.url)
    await browser.signUp(EMAIL, mail)
    const canaries: string[] = []
    const found: string[] = []
    const next = () => {
      const canary = `Canary${canaries.length}x${'Qz7'.repeat(8)}`
      canaries.push(canary)
      return canary
    }
    const send = async (method: string, path: string, canary: string, init: RequestInit = {}) => {
      const headers = { Origin: APP, 'Content-Type': 'application/json', ...(init.headers as Record<string, string>) }
      const response = await fetch(served.url + path, { ...init, method, headers, redirect: 'manual' })
      const text = await response.text()
      if (response.status >= 400 && text.toLowerCase().includes(canary.toLowerCase()))
        found.push(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`)
    }
    const routes = Object.values(allTables).flatMap((table) => Object.values<AnyEndpoint>(table))
    for (let at = 0; canaries.length < CANARIES; at += 1) {
      const { method, path } = routes[at % routes.length] ?? { method: 'GET', path: '/' }
      const canary = next()
      const filled = path.replace(/\{\w+\}/g, canary)
      const [headers = {}] = headersWith(canary).slice(at % 10)
      const query = new URLSearchParams({ [FIELDS[at % FIELDS.length] ?? 'token']: canary })
      const body = JSON.stringify({ ...Object.fromEntries(FIELDS.map((name) => [name, canary])), email: EMAIL })
      await send(method, `${filled}?${query}`, canary, { headers, ...(method !== 'GET' && { body }) })
    }
    for (const broken of [next(), next()]) {
      await send('POST', login.login.path, broken, { body: `{"password":"${broken}` })
      await send('GET', `/${broken}`, broken)
    }
    const metrics = await (await fetch(metricsUrl)).text()
    const output = served.process.output()
    for (const canary of [...canaries, PASSWORD]) {
      if (output.toLowerCase().includes(canary.toLowerCase())) found.push(`log: ${canary}`)
      if (metrics.toLowerCase().includes(canary.toLowerCase())) found.push(`metrics: ${canary}`)
    }
    assert.match(output, /"msg":"request"/)
    assert.match(metrics, /front_entry_sign_ins_total\{way="password",outcome="ok"\}/)
    report({
      row: 62,
      wanted: `${CANARIES} canaries in passwords, tokens, codes, links, headers and errors: 0 in logs, metrics and errors`,
      reached: `${canaries.length} canaries: ${found.length} found`,
      ok: found.length === 0,
    })
    assert.deepEqual(found.slice(0, 10), [])
  })
})
