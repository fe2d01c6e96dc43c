import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { test as base, expect } from '@playwright/test'
import { releaseFiles, sha256, sha384 } from '../../cdn/manifest.mjs'
import { version } from '../scripts/project.mjs'
import { reach, writeFigures } from './support/figures.ts'

/** These tests need no host and no browser: they read the published files from their folder. */
const test = base.extend<{ figures: undefined }>({
  figures: [
    // biome-ignore lint/correctness/noEmptyPattern: the first argument must be a pattern
    async ({}, use, info) => {
      await use(undefined)
      writeFigures(info)
    },
    { auto: true },
  ],
})

const FOLDER = `cdn/${version}`
const published = (file: string) => readFile(join(FOLDER, file))

/**
 * Matches calls that turn text into code, but not a method of such a name, such as that of a node that is evaluated.
 */
const CODE_FROM_TEXT =
  /(?<![\w$.])eval\s*\(|\bnew Function\b|(?<![\w$.])Function\s*\(|\b(?:setTimeout|setInterval)\(\s*["'`]/g

/** Imports the package by its own name, like an application that installed it. */
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

  test('includes a backend that runs from the package alone', async () => {
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
    const { init, version: built } = await import('front-entry' as string)
    expect(built).toBe(version)
    expect(typeof init).toBe('function')
  })
})

test.describe('the published files', () => {
  test('have the hashes of the manifest, their compressed twins too, and none is left out', async () => {
    const { files } = JSON.parse(String(await published('manifest.json')))
    const names = await releaseFiles(FOLDER)
    expect(Object.keys(files)).toEqual(names)
    const altered: string[] = []
    for (const name of names) {
      const bytes = await published(name)
      const twins = files[name].brotli
        ? [brotliDecompressSync(await published(`${name}.br`)), gunzipSync(await published(`${name}.gz`))]
        : []
      const isSame = files[name].integrity === `sha384-${sha384(bytes)}` && twins.every((twin) => twin.equals(bytes))
      if (!isSame) altered.push(name)
    }
    reach(
      48,
      'files whose hash or compressed twin differs from the manifest: 0',
      `${altered.length} of ${names.length}`,
    )
    expect(altered).toEqual([])
  })

  test('of the login box are named with their hashes by the loader', async () => {
    const { loginPath, tagPath } = JSON.parse(String(await published('manifest.json')))
    const loader = String(await published('fe.umd.js'))
    expect(loginPath).toContain('fe.esm.js')
    expect(tagPath).toEqual(loginPath.map((file: string) => (file === 'fe.esm.js' ? 'fe.tag.js' : file)))
    const missing: string[] = []
    for (const file of new Set([...loginPath, ...tagPath])) {
      const hash = sha256(await published(file)).replace(/=$/, '')
      if (!loader.includes(hash)) missing.push(file)
    }
    expect(missing).toEqual([])
  })

  test('evaluate no text as code', async () => {
    const scripts = (await releaseFiles(FOLDER)).filter((file) => file.endsWith('.js'))
    const found: string[] = []
    for (const file of scripts)
      for (const [call] of String(await published(file)).matchAll(CODE_FROM_TEXT)) found.push(`${file}: ${call}`)
    reach(48, 'scripts with eval or new Function: 0', `${found.length} of ${scripts.length}`)
    expect(found).toEqual([])
    expect('new Function("a")'.match(CODE_FROM_TEXT)).not.toBeNull()
  })
})
