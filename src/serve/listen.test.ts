import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { temporaryData } from '../testing/pglite.ts'
import { freePorts } from '../testing/ports.ts'
import { closeServer, listen } from './listen.ts'
import { serve } from './serve.ts'
import { ENV } from './served.test-kit.ts'
import { readServeSettings } from './settings.ts'

/** An IP address for documentation, which no machine has (RFC 5737). */
const ELSEWHERE = '192.0.2.1'

const SCHEMAS = { components: { schemas: {} }, operations: {} }

const settingError = (message: RegExp) => ({ name: 'SettingError', message })

test('An IP address of another machine is an error that names HOST', async () => {
  await assert.rejects(
    listen(() => undefined, 0, ELSEWHERE),
    settingError(/^HOST: this machine has no IP address 192\.0\.2\.1 \(EADDRNOTAVAIL\)\.$/),
  )
})

test('A port in use is an error that names PORT, or METRICS_PORT for metrics, and closes what was opened', async () => {
  const taken = await listen(() => undefined, 0)
  const { port } = taken.address() as AddressInfo
  const dataDir = await temporaryData()
  const settings = { ...readServeSettings(ENV, dataDir), dataDir }
  const start = (more: object) => serve({ ...settings, ...more }, { release: '', version: '6.5.4', schemas: SCHEMAS })
  try {
    await assert.rejects(start({ port }), settingError(new RegExp(`^PORT: port ${port} is in use\\.$`)))
    const free = await freePorts(1)
    await assert.rejects(
      start({ port: free, metrics: { port, host: '127.0.0.1' } }),
      settingError(new RegExp(`^METRICS_PORT: port ${port} is in use\\.$`)),
    )
    await assert.rejects(
      start({ port: free, metrics: { port: free, host: ELSEWHERE } }),
      settingError(/^METRICS_HOST: this machine has no IP address 192\.0\.2\.1/),
    )
  } finally {
    await closeServer(taken)
    rmSync(dataDir, { recursive: true, force: true })
  }
})
