// The fleet (`demo-host/fleet/`): third-party software that is tested against this backend, installed by its own
// lockfile and from Debian's packages.
//   node demo-host/scripts/find-fleet.mjs     installs missing software; the tests then need no network
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installPackages } from './find-engines.mjs'
import { root } from './project.mjs'

const FOLDER = join(root, 'demo-host', 'fleet')
/** The stamp is in the folder of the packages, so that both are removed at once. */
const STAMP = join(FOLDER, 'node_modules', '.installed')

/** Servers of Debian, each with a file whose existence shows that it is installed. */
const SERVERS = [
  { file: '/usr/sbin/apache2', packages: ['apache2'] },
  { file: '/usr/lib/apache2/modules/mod_auth_openidc.so', packages: ['libapache2-mod-auth-openidc'] },
  { file: '/usr/sbin/nginx', packages: ['nginx-light'] },
  { file: '/usr/bin/php', packages: ['php-cli'] },
  { file: '/usr/share/simplesamlphp/www', packages: ['simplesamlphp', 'php-xml', 'php-mbstring'] },
]

const lackingServers = () => SERVERS.filter(({ file }) => !existsSync(file)).flatMap(({ packages }) => packages)

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(FOLDER, 'package-lock.json')))
    .digest('hex')

const fail = (line) => {
  console.error(line)
  process.exit(1)
}

const ensureClients = () => {
  const hash = lockHash()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return
  console.log('Installing the clients of the fleet …')
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  const { status } = spawnSync('npm', ['ci', ...flags], {
    cwd: FOLDER,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) fail('npm ci failed in demo-host/fleet; the lines above say why.')
  writeFileSync(STAMP, hash)
}

/** Installs missing software; ends the process with one clear line when that does not work. */
export const ensureFleet = () => {
  ensureClients()
  if (lackingServers().length > 0) installPackages(lackingServers())
  const left = lackingServers()
  if (left.length > 0) fail(`The tests of demo-host/fleet need servers: install ${left.join(' and ')}.`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) ensureFleet()
