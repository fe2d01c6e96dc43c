// The fleet (`demo-host/fleet/`): third-party software that is tested against this backend, installed from its own lockfile and from Debian's packages.
//   node demo-host/scripts/find-fleet.mjs     installs missing software; the tests then need no network
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installPackages } from './find-engines.mjs'
import { ensureOwnPackages } from './install.mjs'
import { root } from './project.mjs'

const FOLDER = join(root, 'demo-host', 'fleet')

/** Servers of Debian, each with a file whose existence shows that it is installed. */
const SERVERS = [
  { file: '/usr/sbin/apache2', packages: ['apache2'] },
  { file: '/usr/lib/apache2/modules/mod_auth_openidc.so', packages: ['libapache2-mod-auth-openidc'] },
  { file: '/usr/sbin/nginx', packages: ['nginx-light'] },
  { file: '/usr/bin/php', packages: ['php-cli'] },
  { file: '/usr/share/simplesamlphp/www', packages: ['simplesamlphp', 'php-xml', 'php-mbstring'] },
]

const lackingServers = () => SERVERS.filter(({ file }) => !existsSync(file)).flatMap(({ packages }) => packages)

const fail = (line) => {
  console.error(line)
  process.exit(1)
}

/** Installs missing software; ends the process with one clear line when that does not work. */
export const ensureFleet = () => {
  ensureOwnPackages(FOLDER, 'the clients of the fleet')
  if (lackingServers().length > 0) installPackages(lackingServers())
  const left = lackingServers()
  if (left.length > 0) fail(`The tests of demo-host/fleet need servers: install ${left.join(' and ')}.`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) ensureFleet()
