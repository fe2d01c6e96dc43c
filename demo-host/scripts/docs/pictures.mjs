// Draws the pictures of the pages from the product: the elements run over sample data in a browser, which needs neither
// a server nor the release.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { build } from 'esbuild'
import { cssTextForEsbuild } from '../../../cdn/css-text.mjs'
import { GALLERY_ENTRY } from '../../../cdn/entries.mjs'
import { picturesStamp } from '../build-stamp.mjs'
import { browserArgs, findBrowser } from '../find-browser.mjs'
import { root, version } from '../project.mjs'
import { PICTURE_FOLDER } from './folders.mjs'

const BOX = { element: 'fe-login-box', options: {}, shows: 'Continue', width: 520, height: 620 }
const PORTAL = { element: 'fe-admin-portal', options: {}, shows: 'Invite users', width: 1280, height: 760 }

/** The theme of the tutorial. */
const GREEN = { palette: { primary: { main: '#0f766e' } }, loginBox: { boxStyle: { borderRadius: 4 } } }

/** Lists the pictures by name. A picture is taken once the button `shows` has appeared, which is the last part to do so. */
export const PICTURES = {
  'login-box': BOX,
  'login-box-green': { ...BOX, options: { themeOptions: GREEN } },
  'login-box-german': {
    ...BOX,
    options: {
      language: 'de',
      localizations: { de: { loginBox: { login: { title: 'Bei {{name}} anmelden', continue: 'Weiter' } } } },
    },
    shows: 'Weiter',
  },
  'portal-users': PORTAL,
  'portal-users-green': { ...PORTAL, options: { themeOptions: GREEN } },
  'portal-roles': { ...PORTAL, page: 'roles', shows: 'Create role' },
}

const SCHEMES = ['light', 'dark']

/** Matches a picture in a page, such as `![What it shows](/pictures/login-box.png)`. */
export const PICTURE = /!\[([^\]]+)\]\(\/pictures\/([\w-]+)\.png\)/g

/** Shows each picture in the color scheme of the reader, or what it would show if none could be drawn. */
export const withPictures = (text, areDrawn) =>
  text.replace(PICTURE, (_, words, name) =>
    areDrawn
      ? SCHEMES.map((scheme) => `![${words}](/pictures/${name}-${scheme}.png){.in-${scheme}}`).join(' ')
      : `*A picture belongs here: ${words}. Install Chromium and run \`npm run docs\` again to see it.*`,
  )

/** No server has this name: the files come from memory. */
const ORIGIN = 'http://pictures.invalid'
const OUTPUT = join(root, '.work', 'docs', 'gallery')

const STAGE = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Picture</title>
<style>body { margin: 0; background: light-dark(#f6f6f7, #161618) }</style>
<main id="stage"></main>
<script type="module">
  import { openPlayground } from '/gallery.js'
  window.playground = openPlayground(document.getElementById('stage'))
</script>
</html>`

const bundleGallery = async () => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [{ in: GALLERY_ENTRY, out: 'gallery' }],
    outdir: OUTPUT,
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    define: {
      'process.env.NODE_ENV': '"production"',
      __FE_VERSION__: JSON.stringify(version),
      __FE_FIRST_SCREEN__: 'undefined',
    },
    plugins: [cssTextForEsbuild],
    logLevel: 'warning',
  })
  return new Map(outputFiles.map(({ path, text }) => [`/${relative(OUTPUT, path).split(sep).join('/')}`, text]))
}

const serveFrom = (files) => (route) => {
  const { pathname, origin } = new URL(route.request().url())
  if (origin !== ORIGIN) return route.abort()
  if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: STAGE })
  const body = files.get(pathname)
  return body ? route.fulfill({ contentType: 'text/javascript', body }) : route.fulfill({ status: 404 })
}

/** Opens a page that shows an element over sample data. */
const open = async (browser, files, { shows, page: pageName, width, height, ...settings }) => {
  const page = await browser.newPage({ viewport: { width, height }, reducedMotion: 'reduce' })
  await page.route('**', serveFrom(files))
  await page.goto(ORIGIN)
  await page.waitForFunction(() => 'playground' in window)
  await page.evaluate(
    ({ element, options, pageName }) => {
      window.playground.show({ element, options: { contextOptions: { baseUrl: location.origin }, ...options } })
      if (pageName) document.querySelector(element).setAttribute('page', pageName)
    },
    { ...settings, pageName },
  )
  await page.getByRole('button', { name: shows, exact: true }).waitFor()
  await page.waitForFunction((tag) => {
    const { shadowRoot } = document.querySelector(tag)
    return ![...shadowRoot.querySelectorAll('.fe-skeleton')].some((each) => each.checkVisibility())
  }, settings.element)
  return page
}

const drawAll = async (browser) => {
  const files = await bundleGallery()
  for (const [name, picture] of Object.entries(PICTURES)) {
    const page = await open(browser, files, picture)
    for (const scheme of SCHEMES) {
      await page.evaluate(
        (colorScheme) => document.documentElement.style.setProperty('color-scheme', colorScheme),
        scheme,
      )
      const shot = await page.screenshot({ animations: 'disabled', caret: 'hide' })
      writeFileSync(join(PICTURE_FOLDER, `${name}-${scheme}.png`), shot)
    }
    await page.close()
  }
}

/**
 * Draws every picture in both color schemes, unless the sources are those of the last time.
 *
 * @returns whether there are pictures: without a browser, the pages say what they would show
 */
export const drawPictures = async () => {
  const stamp = await picturesStamp.current()
  if ((await picturesStamp.saved()) === stamp && existsSync(PICTURE_FOLDER)) return true
  const executablePath = await findBrowser()
  if (!executablePath) return false
  rmSync(PICTURE_FOLDER, { recursive: true, force: true })
  mkdirSync(PICTURE_FOLDER, { recursive: true })
  const { chromium } = await import('@playwright/test')
  const browser = await chromium.launch({ executablePath, args: browserArgs() })
  try {
    await drawAll(browser)
  } finally {
    await browser.close()
  }
  await picturesStamp.save(stamp)
  return true
}
