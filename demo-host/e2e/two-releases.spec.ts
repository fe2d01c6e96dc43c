import { createHash } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createCdn } from '../../src/serve/cdn.ts'
import { closeServer, listen } from '../../src/serve/listen.ts'
import { freePorts } from '../../src/testing/ports.ts'
import { CLIENT_ID } from '../../src/testing/setup-fault.ts'
import { root, version } from '../scripts/project.mjs'
import type { DemoHost } from '../server/demo-host.ts'
import { test as base, expect } from './fixtures.ts'
import { PASSWORD } from './sample-users.ts'
import { rehearseRelease } from './support/next-release.ts'

const OLD_TEXT = 'Welcome back. Enter your email to continue.'
const NEW_TEXT = 'Good to see you again. Enter your email.'

/** Time for copies of the repository and a whole build. */
const PATIENCE_MS = 600_000

interface Releases {
  origin: string
  next: string
  /** The built next release, in a copy of the repository at another path. */
  folder: string
  /** Moves `/6/` to a release. */
  point(to: 'current' | 'next'): void
}

const test = base.extend<object, { releases: Releases }>({
  releases: [
    // biome-ignore lint/correctness/noEmptyPattern: the first argument must be a pattern
    async ({}, use) => {
      const change = { file: 'src/flows/login/login.messages.ts', from: OLD_TEXT, to: NEW_TEXT }
      const next = await rehearseRelease(change)
      const cdns = {
        current: createCdn(join(root, 'cdn', version), version),
        next: createCdn(next.folder, next.version),
      }
      let newest: keyof typeof cdns = 'current'
      const port = await freePorts(1)
      const server = await listen((request, response) => {
        const path = request.url ?? ''
        if (path.startsWith(`/${version}/`)) return cdns.current(request, response)
        if (path.startsWith(`/${next.version}/`)) return cdns.next(request, response)
        return cdns[newest](request, response)
      }, port)
      await use({
        origin: `http://localhost:${port}`,
        next: next.version,
        folder: next.folder,
        point(to) {
          newest = to
        },
      })
      await closeServer(server)
      await rm(join(root, '.work/next-release'), { recursive: true, force: true })
    },
    { scope: 'worker', timeout: PATIENCE_MS },
  ],
})

interface Apps {
  apps: Record<string, { getState(): { isAuthenticated: boolean } }>
}

/** Opens a page of a host with this markup. */
const openPage = async (page: Page, { origins }: DemoHost, body: string) => {
  const url = `${origins.host}/own-page`
  await page.context().grantPermissions(['local-network-access'])
  await page.route(url, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><head><title>Own page</title></head><body>${body}</body></html>`,
    }),
  )
  await page.goto(url)
}

const scriptOf = (folder: string) => `<script src="${folder}/fe.umd.js" crossorigin="anonymous"></script>`

const initIn = ({ origins }: DemoHost, name = 'default', more: object = {}) => {
  const options = { contextOptions: { baseUrl: origins.api, clientId: CLIENT_ID }, ...more }
  return `<script>(window.apps ??= {})['${name}'] = fe.init(${JSON.stringify(options)}, '${name}')</script>`
}

test('A release is served under an alias, and moving the alias back restores the previous one', async ({
  browser,
  demo,
  releases,
}) => {
  const opened = async () => {
    // Uses a new visitor, because browsers cache the target of an alias for five minutes.
    const page = await (await browser.newContext()).newPage()
    await openPage(page, demo, `<fe-login-box></fe-login-box>${scriptOf(`${releases.origin}/6`)}${initIn(demo)}`)
    await expect(page.locator('fe-login-box').getByLabel('Email', { exact: true })).toBeEditable()
    const text = await page.locator('fe-login-box .fe-auth-text').textContent()
    const named = await page.evaluate(() => (window as unknown as { fe: { version: string } }).fe.version)
    await page.context().close()
    return [named, text]
  }
  expect(await opened()).toEqual([version, OLD_TEXT])
  releases.point('next')
  expect(await opened()).toEqual([releases.next, NEW_TEXT])
  releases.point('current')
  expect(await opened()).toEqual([version, OLD_TEXT])
})

const filesIn = async (folder: string) => (await readdir(folder, { recursive: true })).sort()

/**
 * Returns each file of a release with a hash of its content, without what the version and the changed text alter: the
 * version, hashes of files, and the hashes and numbers in the names of chunks.
 */
const fingerprintOf = async (folder: string, from: string) => {
  const files = await filesIn(folder)
  // The files for browsers share one hash, those for servers another.
  const [tag = '', serverTag = ''] = ['chunks/page-users-', 'open-backend-'].map(
    (start) => /-([\w-]{7})\.js$/.exec(files.find((file) => file.startsWith(start)) ?? '')?.[1],
  )
  expect(tag && serverTag).not.toBe('')
  const plain = (text: string) =>
    text
      .replaceAll(from, version)
      .replaceAll(tag, '')
      .replaceAll(serverTag, '')
      .replace(/sha384-[\w+/]{64}/g, 'sha384')
      .replace(/\d*-([\w-]{8})?(?=\.(js|d\.ts)\b)/g, '')
  // The manifest and the loader consist of the sizes and hashes of all other files.
  const compared = files.filter(
    (file) => /\.(js|css|ts|json|txt)$/.test(file) && !/^(manifest\.json|fe\.umd\.js)$/.test(file),
  )
  const hashes = compared.map(async (file) => {
    const text = plain(await readFile(join(folder, file), 'utf8'))
    // The minifier chooses names by the letters of the whole file, so a changed text also changes other parts of it.
    const isChanged = text.includes(OLD_TEXT) || text.includes(NEW_TEXT)
    return `${plain(file)} ${isChanged ? 'changed' : createHash('sha256').update(text).digest('hex')}`
  })
  return (await Promise.all(hashes)).sort()
}

test('A release that is built at another path has the same bytes, apart from its change and its version', async ({
  releases,
}) => {
  const current = await fingerprintOf(join(root, 'cdn', version), version)
  expect(current.length).toBeGreaterThan(200)
  expect(current.filter((line) => line.endsWith(' changed')).length).toBeLessThan(10)
  expect(await fingerprintOf(releases.folder, releases.next)).toEqual(current)
})

test('Source maps are beside the files for browsers, lead to the sources and are named by no script', async ({
  releases,
}) => {
  const files = await filesIn(releases.folder)
  const read = (file: string) => readFile(join(releases.folder, file), 'utf8')
  const scripts = files.filter((file) => /^(chunks\/.+|core|fe\.esm|fe\.umd)\.js$/.test(file))
  expect(scripts.filter((file) => !files.includes(`${file}.map`))).toEqual([])
  let found = 0
  for (const file of scripts) {
    const code = await read(file)
    expect(code, file).not.toContain('sourceMappingURL')
    const at = code.indexOf(NEW_TEXT)
    if (at === -1) continue
    found++
    const before = code.slice(0, at - 1).split('\n')
    const map = JSON.parse(await read(`${file}.map`))
    const place = new SourceMap(map).findEntry(before.length - 1, before.at(-1)?.length ?? 0)
    if (!('originalSource' in place)) throw new Error(`${file} has no source for the text`)
    expect(place.originalSource).toBe('src/flows/login/login.messages.ts')
    const content = map.sourcesContent[map.sources.indexOf(place.originalSource)]
    expect(content.split('\n')[place.originalLine]).toContain(NEW_TEXT)
  }
  expect(found).toBeGreaterThan(0)
  const served = await fetch(`${releases.origin}/${releases.next}/fe.umd.js.map`)
  expect(served.headers.get('content-type')).toContain('application/json')
  expect((await served.json()).file).toBe('fe.umd.js')
})

type Entry = 'script tag' | 'ES module'
type Which = 'current' | 'next'

const partOf = (demo: DemoHost, { folder, entry, name }: { folder: string; entry: Entry; name: Which }) => {
  const init = initIn(demo, name)
  const start =
    entry === 'script tag'
      ? scriptOf(folder) + init
      : `<script type="module">import * as fe from '${folder}/fe.esm.js'; fe.defineElements(); ${init.replace(/<\/?script>/g, '')}</script>`
  return `${start}<fe-login-box app="${name}"></fe-login-box>`
}

const PAIRS: readonly (readonly [first: [Entry, Which], second: [Entry, Which]])[] = [
  [
    ['script tag', 'current'],
    ['script tag', 'next'],
  ],
  [
    ['script tag', 'next'],
    ['ES module', 'current'],
  ],
  [
    ['ES module', 'current'],
    ['ES module', 'next'],
  ],
]

for (const [[firstEntry, first], [secondEntry, second]] of PAIRS)
  test(`On a page with the ${firstEntry} of the ${first} release and the ${secondEntry} of the ${second} one, users sign in with the second, and the console names both`, async ({
    page,
    demo,
    releases,
    box,
  }) => {
    const named = { current: version, next: releases.next }
    const warnings: string[] = []
    page.on('console', (message) => {
      if (Object.values(named).every((each) => message.text().includes(each))) warnings.push(message.text())
    })
    const folderOf = (name: Which) => `${releases.origin}/${named[name]}`
    const parts = [
      partOf(demo, { folder: folderOf(first), entry: firstEntry, name: first }),
      partOf(demo, { folder: folderOf(second), entry: secondEntry, name: second }),
    ]
    await openPage(page, demo, parts.join(''))
    await expect.poll(() => warnings.length).toBe(1)
    const own = page.locator(`fe-login-box[app=${second}]`)
    await own.getByLabel('Email', { exact: true }).fill('mel@acme.test')
    await own.getByLabel('Email', { exact: true }).press('Enter')
    await own.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await own.getByLabel('Password', { exact: true }).press('Enter')
    const isSignedIn = () =>
      page.evaluate((name) => (window as unknown as Apps).apps[name]?.getState().isAuthenticated, second)
    await expect.poll(isSignedIn).toBe(true)
    expect(await box.element.count()).toBe(2)
  })

/** Changes a file of the next release on its way to the page. */
const damage = (page: Page, folder: string) =>
  page.route(`${folder}/core.js*`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `${await response.text()} ` })
  })

const noteLoadErrors = (page: Page) =>
  page.addInitScript(() => window.addEventListener('fe-load-error', () => Object.assign(window, { isRefused: true })))

const wasRefused = (page: Page) => page.waitForFunction(() => 'isRefused' in window, undefined, { timeout: 40_000 })

test('A file of the next release that was changed in transit is refused, and the page is notified', async ({
  page,
  demo,
  releases,
}) => {
  const folder = `${releases.origin}/${releases.next}`
  await damage(page, folder)
  await noteLoadErrors(page)
  await openPage(page, demo, `<fe-login-box></fe-login-box>${scriptOf(folder)}${initIn(demo)}`)
  await wasRefused(page)
  await expect(page.locator('fe-login-box').getByText('Check your connection and try again')).toBeVisible()
})

const integrityOf = async (name: string): Promise<string> => {
  const { files } = JSON.parse(await readFile(join(root, 'cdn', version, 'manifest.json'), 'utf8'))
  return files[name].integrity
}

test('Users sign in with the last good release while a file of the next one is damaged', async ({
  page,
  demo,
  releases,
}) => {
  const folder = `${releases.origin}/${releases.next}`
  await damage(page, folder)
  await noteLoadErrors(page)
  const lastGoodRelease = {
    src: `${releases.origin}/${version}/fe.umd.js`,
    integrity: await integrityOf('fe.umd.js'),
  }
  await openPage(
    page,
    demo,
    `<fe-login-box></fe-login-box>${scriptOf(folder)}${initIn(demo, 'default', { lastGoodRelease })}`,
  )
  await wasRefused(page)
  const box = page.locator('fe-login-box')
  await expect(box.getByText(OLD_TEXT)).toBeVisible()
  await box.getByLabel('Email', { exact: true }).fill('mel@acme.test')
  await box.getByLabel('Email', { exact: true }).press('Enter')
  await box.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await box.getByLabel('Password', { exact: true }).press('Enter')
  // The handle that `init` returned before the failure now leads to the other release's app.
  const isSignedIn = () => page.evaluate(() => (window as unknown as Apps).apps.default?.getState().isAuthenticated)
  await expect.poll(isSignedIn).toBe(true)
  expect(await page.evaluate(() => (window as unknown as { fe: { version: string } }).fe.version)).toBe(version)
})

test('A last good release with another hash is refused as well', async ({ page, demo, releases }) => {
  const folder = `${releases.origin}/${releases.next}`
  await damage(page, folder)
  const lastGoodRelease = {
    src: `${releases.origin}/${version}/fe.umd.js`,
    integrity: await integrityOf('core.js'),
  }
  await openPage(
    page,
    demo,
    `<fe-login-box></fe-login-box>${scriptOf(folder)}${initIn(demo, 'default', { lastGoodRelease })}`,
  )
  const failure = page.locator('fe-login-box').getByText('Check your connection and try again')
  await expect(failure).toBeVisible({ timeout: 40_000 })
  expect(await page.evaluate(() => (window as unknown as { fe: { version: string } }).fe.version)).toBe(releases.next)
})
