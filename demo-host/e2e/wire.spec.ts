import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { root, version } from '../scripts/project.mjs'
import { expect, test } from './fixtures.ts'

/**
 * Limits of code in bytes on the wire, headers included, on the idle sign-in page and with the users page. The script
 * tag's loader has a copy of code of the first file, which the core needs too.
 */
const ENTRIES = [
  { path: '/esm', idle: 140_000, users: 207_000 },
  { path: '/script-tag', idle: 150_000, users: 215_000 },
]
/** Requests for code after the file that paints the field, until the user is signed in. */
const MAX_SIGN_IN_REQUESTS = 7
/** Further requests until the users page is idle: the portal's frame with its kit, the list, the bell, and the dialogs. */
const MAX_PORTAL_REQUESTS = 4
/** The dialogs load last, once the rows are shown. */
const DIALOGS = /\/users-dialogs-/

/** Advice for developers, which loads on localhost only. */
const ADVICE = /\/elements-setup-/

const STATIC_IMPORT = /\b(?:from|import)"([^"]+\.js)"/g

/** Returns the files that a file of the release imports statically: a browser runs it once they have arrived too. */
const importsOf = async (url: string): Promise<string[]> => {
  const [, file = ''] = url.split(`/${version}/`)
  const code = await readFile(join(root, 'cdn', version, file), 'utf8')
  return [...code.matchAll(STATIC_IMPORT)].map(([, path = '']) => new URL(path, url).href)
}

const watchCode = async (page: Page, cdnOrigin: string) => {
  const session = await page.context().newCDPSession(page)
  const urls = new Map<string, string>()
  const sizes = new Map<string, number>()
  session.on('Network.requestWillBeSent', ({ requestId, request: { url } }) => {
    if (url.startsWith(cdnOrigin) && url.endsWith('.js') && !ADVICE.test(url)) urls.set(requestId, url)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId)
    if (url) sizes.set(url, (sizes.get(url) ?? 0) + encodedDataLength)
  })
  await session.send('Network.enable')

  /** Returns what the page still waits for: requested files, their static imports, and files that must load. */
  const missing = async (expected: readonly RegExp[]) => {
    const imports = await Promise.all([...sizes.keys()].map(importsOf))
    const wanted = new Set([...urls.values(), ...imports.flat()])
    // The loader gives its own entry to what imports the other.
    const late = [...wanted].filter((url) => !sizes.has(url) && !sizes.has(url.replace('/fe.esm.', '/fe.tag.')))
    return [...late, ...expected.filter((file) => ![...sizes.keys()].some((url) => file.test(url)))]
  }

  /** Returns the received files and their bytes, once all of them have arrived. A file from the cache has no bytes. */
  return async (...expected: RegExp[]) => {
    await expect.poll(() => missing(expected)).toEqual([])
    const received = [...sizes].filter(([, size]) => size > 0)
    return {
      bytes: received.reduce((sum, [, size]) => sum + size, 0),
      files: received.map(([url]) => url.replace(/^.*\//, '')),
    }
  }
}

for (const { path, idle, users } of ENTRIES) {
  test(`${path} needs few requests for code and few bytes up to a session and the users page`, async ({
    page,
    box,
    portal,
    demo,
  }) => {
    const received = await watchCode(page, demo.origins.cdn)
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const form = await received()
    await box.signIn('ada@acme.test')
    await expect(page.getByText('Signed in as ada@acme.test')).toBeVisible()
    const signedIn = await received()
    await page.goto(`${path}#/admin-box/users`)
    await expect(portal.rows.first()).toBeVisible()
    await expect(portal.element.getByRole('button', { name: /notifications/i })).toBeVisible()
    const list = await received(DIALOGS)
    const figures = { form, signedIn, list }
    test.info().annotations.push({ type: 'wire', description: JSON.stringify(figures) })
    expect(form.bytes, JSON.stringify(figures)).toBeLessThanOrEqual(idle)
    expect(signedIn.files.length - 1, JSON.stringify(figures)).toBeLessThanOrEqual(MAX_SIGN_IN_REQUESTS)
    expect(list.bytes, JSON.stringify(figures)).toBeLessThanOrEqual(users)
    expect(list.files.length - signedIn.files.length, JSON.stringify(figures)).toBeLessThanOrEqual(MAX_PORTAL_REQUESTS)
  })
}
