import { execFile } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface TemporaryPostgres {
  url: string
  /** An empty database of its own on the same server. */
  createDatabase(name: string): Promise<string>
  /** Kills every process of the server at once, as a crash does, and starts it again on the same folder. */
  crash(): Promise<void>
  stop(): Promise<void>
}

const DEBIAN_ROOT = '/usr/lib/postgresql'

/** Folder of the newest installed server, or `undefined`. */
export const findPostgres = (): string | undefined => {
  const versions = existsSync(DEBIAN_ROOT) ? readdirSync(DEBIAN_ROOT).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(DEBIAN_ROOT, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')))
}

/** Why no temporary server can be started, or `false`. */
export const postgresMissing = (): string | false =>
  findPostgres() || process.env.DATABASE_URL ? false : 'no PostgreSQL server is installed and DATABASE_URL is not set'

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** PostgreSQL refuses to run as root; Debian's package brings a user for it. */
const asServerUser = async (): Promise<{ uid?: number; gid?: number }> => {
  if (process.getuid?.() !== 0) return {}
  const idOf = async (option: string) => Number((await run('id', [option, 'postgres'])).stdout)
  return { uid: await idOf('-u'), gid: await idOf('-g') }
}

/** Starts a server on a new folder and a free port, reachable on 127.0.0.1 only. */
export const startPostgres = async (): Promise<TemporaryPostgres> => {
  const bin = findPostgres()
  if (!bin) throw new Error('No PostgreSQL server is installed (apt-get install postgresql)')
  const user = await asServerUser()
  const folder = mkdtempSync(join(tmpdir(), 'fe-postgres-'))
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const port = await freePort()
  const command = (name: string, ...args: string[]) => run(join(bin, name), args, { ...user, cwd: folder })
  const start = async () => {
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}`
    await command('pg_ctl', 'start', '-D', data, '-w', '-l', join(folder, 'log'), '-o', options)
  }
  const address = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`

  await command('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N')
  await start()
  return {
    url: address('postgres'),
    async createDatabase(name) {
      await command('psql', '-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-c', `create database "${name}"`)
      return address(name)
    },
    async crash() {
      await command('pg_ctl', 'stop', '-D', data, '-m', 'immediate')
      await start()
    },
    async stop() {
      await command('pg_ctl', 'stop', '-D', data, '-m', 'fast')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
