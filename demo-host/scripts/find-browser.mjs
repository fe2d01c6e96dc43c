import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The headless build is first: it renders the same and omits work that only a window needs. */
const SYSTEM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
]
const SYSTEM_PATHS = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/opt/google/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS',
]

export const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const playwrightBrowser = async () => {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  return path && isExecutable(path) ? path : undefined
}

const systemBrowser = () => {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...SYSTEM_PATHS]
  const names = [...SYSTEM_NAMES, 'Google Chrome']
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

/** Returns the Chromium that every test and bench uses: Playwright's own, else the system's. */
export const findBrowser = async () => (await playwrightBrowser()) ?? systemBrowser()

export const run = (command, args) => spawnSync(command, args, { stdio: 'inherit' }).status === 0

export const isRoot = () => process.getuid?.() === 0

const installBrowser = () => {
  console.log('No Chromium found, downloading one …')
  if (run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'])) return true
  if (!isRoot()) return false
  console.log('Download failed, asking the package manager …')
  const install = (name) => run('apt-get', ['install', '-y', '--no-install-recommends', name])
  return run('apt-get', ['update']) && (install('chromium-headless-shell') || install('chromium'))
}

/** Finds a browser or installs one; ends the process with one clear line when neither works. */
export const ensureBrowser = async () => {
  const found = await findBrowser()
  if (found) return found
  const installed = installBrowser() ? await findBrowser() : undefined
  if (installed) return installed
  console.error('No Chromium: install Chromium or Google Chrome, then run this again.')
  process.exit(1)
}

/**
 * Features of a full browser that tests never use; its address bar alone would start two more processes for each page.
 */
const UNUSED = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AiModeOmniboxEntryPoint',
  'SpareRendererForSitePerProcess',
]

/** Features that the test runner turns off itself: of several lists, Chromium uses only the last. */
const SWITCHED_OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/**
 * Chromium refuses its sandbox for root. The process for the graphics card is turned off, because there is no card and
 * the process takes a tenth of the processor time of a journey.
 */
export const browserArgs = () => [
  '--in-process-gpu',
  `--disable-features=${[...SWITCHED_OFF, ...UNUSED].join(',')}`,
  ...(isRoot() ? ['--no-sandbox'] : []),
]
