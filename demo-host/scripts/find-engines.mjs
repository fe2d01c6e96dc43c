// Finds Firefox and WebKit, in which flows run in addition to Chromium, or installs them from Debian's packages.
import { readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { isExecutable, isRoot, run } from './find-browser.mjs'

const LIBRARIES = '/usr/lib'

const folders = () => [
  ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
  '/usr/bin',
  '/usr/sbin',
  '/usr/local/bin',
]

const program = (...names) => names.flatMap((name) => folders().map((folder) => join(folder, name))).find(isExecutable)

const foldersIn = (folder, pattern) => {
  try {
    return readdirSync(folder)
      .filter((name) => pattern.test(name))
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}

/** Returns the browser that belongs to WebKitGTK's driver; its folder names the machine and the version. */
const miniBrowser = () =>
  [LIBRARIES, ...foldersIn(LIBRARIES, /-linux-gnu/), '/usr/libexec']
    .flatMap((folder) => foldersIn(folder, /^webkit2?gtk-/))
    .map((folder) => join(folder, 'MiniBrowser'))
    .find(isExecutable)

/** Each engine with its required programs and the packages that contain them. */
export const ENGINES = [
  { name: 'Firefox', packages: ['firefox-esr'], programs: () => [program('firefox-esr', 'firefox')] },
  {
    name: 'WebKit',
    packages: ['webkit2gtk-driver', 'xvfb'],
    programs: () => [program('WebKitWebDriver'), miniBrowser(), program('Xvfb')],
  },
]

/** Returns the paths of an engine's programs, or `undefined` if one is missing. */
export const findEngine = (wanted) => {
  const paths = ENGINES.find(({ name }) => name === wanted)?.programs() ?? []
  return paths.length > 0 && paths.every(Boolean) ? paths : undefined
}

const missing = () => ENGINES.filter(({ name }) => !findEngine(name))

/** The web servers that the files in `cdn/deploy` configure. */
const WEB_SERVERS = [
  { program: 'nginx', packages: ['nginx-light', 'libnginx-mod-http-brotli-static'] },
  { program: 'caddy', packages: ['caddy'] },
]

/** Installs Debian packages if this process is allowed to. */
export const installPackages = (packages) => {
  if (!isRoot() || !program('apt-get')) return
  console.log(`Installing ${packages.join(', ')} …`)
  run('apt-get', ['update', '-qq'])
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages])
}

/**
 * Installs missing engines and returns the names of those that can't be installed. On a build server (`CI`) and with
 * `isRequired`, a missing engine ends the process.
 */
export const ensureEngines = ({ isRequired = Boolean(process.env.CI) } = {}) => {
  if (missing().length > 0) installPackages(missing().flatMap(({ packages }) => packages))
  const left = missing()
  for (const { name, packages } of left) {
    const how = `install ${packages.join(' and ')}`
    console[isRequired ? 'error' : 'log'](
      `No ${name}: ${isRequired ? how : `its flows are left out; to run them, ${how}`}.`,
    )
  }
  if (isRequired && left.length > 0) process.exit(1)
  return left.map(({ name }) => name)
}

/** Installs nginx and Caddy if they are missing; ends the process with one clear line when that does not work. */
export const ensureWebServers = () => {
  const lacking = () => WEB_SERVERS.filter(({ program: name }) => !program(name))
  if (lacking().length > 0) installPackages(lacking().flatMap(({ packages }) => packages))
  const [left] = lacking()
  if (!left) return
  console.error(`The tests of cdn/deploy need ${left.program}: install ${left.packages.join(' and ')}.`)
  process.exit(1)
}
