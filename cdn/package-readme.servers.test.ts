import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Client } from 'pg'
import { login } from '../src/contract/login.ts'
import { activation } from '../src/contract/sign-up.ts'
import { startMailServer } from '../src/serve/serve.test-kit.ts'
import { createBrowser, PASSWORD } from '../src/serve/served.test-kit.ts'
import { freePorts } from '../src/testing/ports.ts'
import { startPostgres, type TemporaryPostgres } from '../src/testing/postgres.ts'
import { replaced } from './deploy/servers.test-kit.ts'
import { type InstalledPackage, installPackage } from './installed-package.test-kit.ts'

const README = new URL('package-readme.md', import.meta.url)
const MAX_COMMANDS = 10
const EMAIL = 'you@example.com'

const protocolIn = (readme: string): string => {
  const [, block = ''] = /## Run the identity server[^`]*```sh\n([^`]+)```/.exec(readme) ?? []
  return block.trim()
}

/** Installs what `npm install front-entry` does, and the command for `npx`. */
const install = async (): Promise<InstalledPackage> => {
  const installed = await installPackage()
  const bin = join(installed.folder, 'node_modules', '.bin', 'front-entry')
  await mkdir(dirname(bin), { recursive: true })
  await chmod(installed.command, 0o755)
  await symlink(installed.command, bin)
  await installed.installServerPackages({ PATH: process.env.PATH ?? '' })
  return installed
}

describe('the commands of the package README', { timeout: 240_000 }, () => {
  // Another run may use the same server of PostgreSQL.
  const role = `newcomer_${process.pid}`
  let installed: InstalledPackage
  let postgres: TemporaryPostgres
  let mail: Awaited<ReturnType<typeof startMailServer>>
  let stop = async () => {}

  before(async () => {
    installed = await install()
    postgres = await startPostgres()
    mail = await startMailServer()
  })

  after(async () => {
    await stop()
    mail?.close()
    const client = new Client({ connectionString: postgres.url })
    await client.connect()
    await client.query(`drop database if exists "${role}" with (force)`)
    await client.query(`drop role if exists "${role}"`)
    await client.end()
    await postgres?.stop()
    await installed?.remove()
  })

  it(`lead in at most ${MAX_COMMANDS} to a server behind a proxy, with PostgreSQL, and its first administrator signs in`, async () => {
    const commands = protocolIn(await readFile(README, 'utf8'))
    assert.ok(commands.split('\n').length <= MAX_COMMANDS, commands)
    const port = await freePorts(3)
    const [api, app] = [`http://localhost:${port + 1}`, `http://localhost:${port + 2}`]
    const { host } = new URL(postgres.url)
    const script = replaced(commands, [
      // The package is installed already, without a registry.
      ['npm install front-entry\n', ''],
      ['npm install $(npx front-entry packages)', 'npx front-entry packages'],
      ['sudo -u postgres psql', `psql ${postgres.url}`],
      // The command listens on every address of the machine, and for a name it creates a certificate authority that the
      // machine then trusts.
      ['sudo caddy reverse-proxy --from id.example.com --to 127.0.0.1:3000', 'caddy run --config Caddyfile'],
      ['@localhost/', `@${host}/`],
      ['front_entry', role],
      ['smtps://user:password@mail.example.com', mail.url],
      ['https://id.example.com', api],
      ['https://app.example.com', app],
    ])
    await writeFile(
      join(installed.folder, 'Caddyfile'),
      `{\n\tadmin off\n}\n:${port + 1} {\n\tbind 127.0.0.1\n\treverse_proxy 127.0.0.1:${port}\n}\n`,
    )
    const env = { PATH: process.env.PATH, HOME: installed.folder, PORT: String(port), NODE_ENV: 'production' }
    const shell = spawn('bash', ['-e', '-c', script], { cwd: installed.folder, env, detached: true })
    // The commands in the background hold the output open until they end.
    const closed = once(shell, 'close')
    stop = async () => {
      if (shell.pid && shell.stdout.readable) process.kill(-shell.pid, 'SIGTERM')
      await closed
    }
    let output = ''
    for (const stream of [shell.stdout, shell.stderr])
      stream.on('data', (text) => {
        output += text
      })
    const [code] = await once(shell, 'exit')
    assert.equal(code, 0, output)

    const [href = ''] = /http:\/\/localhost:\d+\/account\/activate\S+/.exec(output) ?? []
    const { searchParams } = new URL(href)
    const link = { userId: searchParams.get('userId'), token: searchParams.get('token') }
    const administrator = createBrowser(api, { origin: app })
    const activated = await administrator.send(activation.activateAccount, { ...link, password: PASSWORD })
    assert.equal(activated.status, 200, activated.text)
    assert.equal((await administrator.send(login.login, { email: EMAIL, password: PASSWORD })).status, 200)
  })
})
