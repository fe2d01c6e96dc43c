import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect, test } from '@playwright/test'

/** The package by its own name, as an application that installed it imports it. */
const load = (entry: string) => import(`front-entry/${entry}`)
const require = createRequire(import.meta.url)

test.describe('the npm package', () => {
  test('has a file behind every export', async () => {
    const { exports } = JSON.parse(await readFile('package.json', 'utf8'))
    const targets = Object.values(exports).flatMap((target) =>
      typeof target === 'string' ? target : Object.values(target as object),
    )
    expect(targets.length).toBeGreaterThan(10)
    for (const target of targets) expect(existsSync(target), target).toBe(true)
    expect(require('front-entry/custom-elements.json').modules.length).toBeGreaterThan(0)
  })

  test('brings a backend that runs from the package alone', async () => {
    const { openNodeBackend } = await load('backend')
    const backend = await openNodeBackend({ apiUrl: 'http://localhost:1', appUrl: 'http://localhost:2', seed: true })
    const response = await backend.fetch(new Request('http://localhost:1/frontegg/vendors/public'))
    expect(response.status).toBe(200)
    await backend.close()
  })

  test('seals sessions and evaluates entitlements on a server', async () => {
    const { createSeal } = await load('server')
    const seal = createSeal({ passwords: '0123456789abcdef'.repeat(4), clientId: 'c', purpose: 'session' })
    expect((await seal.open(await seal.seal({ accessToken: 'a' }, 60)))?.value).toEqual({ accessToken: 'a' })
    const { isEntitledToFeature } = await load('entitlements')
    expect(isEntitledToFeature({ features: {}, plans: {}, permissions: {} }, 'sso', { now: 0 }).isEntitled).toBe(false)
  })

  test('may be imported where there is no browser', async () => {
    const { init, version } = await import('front-entry' as string)
    expect(version).toBe('6.176.0')
    expect(typeof init).toBe('function')
  })
})
