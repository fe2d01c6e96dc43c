import { execFile } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import type { Certificate } from './certificate.ts'
import { freePorts } from './ports.ts'

const run = promisify(execFile)

export interface TemporaryPostgres {
  /** URL of an empty database. */
  url: string
  /** Creates another empty database on the same server. */
  createDatabase(name: string): Promise<string>
  /**
   * Kills every process of the server at once and starts it again; absent for a server that this process didn't start.
   */
  crash?(): Promise<void>
  /**
   * Stops the server until the returned function starts it again; absent for a server that this process didn't start.
   */
  takeDown?(): Promise<() => Promise<void>>
  stop(): Promise<void>
}

const DEBIAN_ROOT = '/usr/lib/postgresql'

/** Returns the folder of the newest installed server, or `undefined`. */
const findPostgres = (): string | undefined => {
  const versions = existsSync(DEBIAN_ROOT) ? readdirSync(DEBIAN_ROOT).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(DEBIAN_ROOT, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')))
}

/** Returns why no temporary server can be started, or `false`. */
export const postgresMissing = (): string | false =>
  findPostgres() || process.env.DATABASE_URL ? false : 'no PostgreSQL server is installed and DATABASE_URL is not set'

/** Returns the user for the server: PostgreSQL refuses to run as root, and Debian's package creates a user for it. */
export const asServerUser = async (): Promise<{ uid?: number; gid?: number }> => {
  if (process.getuid?.() !== 0) return {}
  const idOf = async (option: string) => Number((await run('id', [option, 'postgres'])).stdout)
  return { uid: await idOf('-u'), gid: await idOf('-g') }
}

const command = async (url: string, text: string): Promise<void> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

/** Creates new databases on the server of `url`; its existing data stays untouched. */
const createDatabases = (url: string) => {
  const created: string[] = []
  return {
    async create(name: string) {
      const database = `front_entry_test_${name}_${process.pid}_${created.length}`
      await command(url, `create database "${database}" template template0 encoding 'UTF8'`)
      created.push(database)
      return Object.assign(new URL(url), { pathname: `/${database}` }).href
    },
    async drop() {
      for (const database of created) await command(url, `drop database "${database}" with (force)`)
    },
  }
}

/** Creates a database on the server of `url`, and more if a test needs them; `stop` drops them. */
export const borrowServer = async (url: string): Promise<TemporaryPostgres> => {
  const databases = createDatabases(url)
  return { url: await databases.create('main'), createDatabase: databases.create, stop: databases.drop }
}

/** Data doesn't outlive the test, so it is never synced to the disk. */
const FAST = '-c fsync=off -c synchronous_commit=off -c full_page_writes=off'

interface ServerOptions {
  /** Whether committed data survives a crash of the server, as in production. */
  isDurable?: boolean
  /** Certificate with which the server offers TLS. */
  tls?: Certificate
}

/** Creates new databases on the server of `DATABASE_URL`, or else starts a server with a new folder and a free port. */
export const startPostgres = ({ isDurable = false, tls }: ServerOptions = {}): Promise<TemporaryPostgres> =>
  process.env.DATABASE_URL ? borrowServer(process.env.DATABASE_URL) : startServer(isDurable ? '' : FAST, tls)

/** Starts a server that listens on 127.0.0.1 only; `stop` removes it. */
const startServer = async (settings: string, tls?: Certificate): Promise<TemporaryPostgres> => {
  const bin = findPostgres()
  if (!bin) throw new Error('No PostgreSQL server is installed (apt-get install postgresql)')
  const user = await asServerUser()
  const folder = mkdtempSync(join(tmpdir(), 'fe-postgres-'))
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const port = await freePorts(1)
  const program = (name: string, ...args: string[]) => run(join(bin, name), args, { ...user, cwd: folder })
  const start = async () => {
    const secure = tls ? '-c ssl=on' : ''
    const options = `${secure} -p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} ${settings}`
    await program('pg_ctl', 'start', '-D', data, '-w', '-l', join(folder, 'log'), '-o', options)
  }
  await program('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N')
  for (const [name, text] of [
    ['server.crt', tls?.cert],
    ['server.key', tls?.key],
  ] as const) {
    if (text === undefined) continue
    writeFileSync(join(data, name), text, { mode: 0o600 })
    if (user.uid !== undefined && user.gid !== undefined) chownSync(join(data, name), user.uid, user.gid)
  }
  await start()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  return {
    url,
    createDatabase: createDatabases(url).create,
    async crash() {
      await program('pg_ctl', 'stop', '-D', data, '-m', 'immediate')
      await start()
    },
    async takeDown() {
      await program('pg_ctl', 'stop', '-D', data, '-m', 'fast')
      return start
    },
    async stop() {
      await program('pg_ctl', 'stop', '-D', data, '-m', 'fast')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
