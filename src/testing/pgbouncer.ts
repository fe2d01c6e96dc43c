import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from './ports.ts'
import { asServerUser } from './postgres.ts'
import { until } from './until.ts'

const PGBOUNCER = '/usr/sbin/pgbouncer'

/** Fewer connections than one process opens, so that a client's transactions use different server connections. */
const SERVER_CONNECTIONS = 4

/** Returns why PgBouncer can't be started, or `false`. */
export const pgbouncerMissing = (): string | false => (existsSync(PGBOUNCER) ? false : 'pgbouncer is not installed')

type Mode = 'session' | 'transaction'

export interface Pooler {
  /** URL of the same database through the pooler. */
  urlOf(serverUrl: string): string
  stop(): Promise<void>
}

const isOpen = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Settings that are not named here have PgBouncer's defaults, which an operator is likely to keep. */
const configOf = ({ hostname, port, username, password }: URL, ownPort: number, mode: Mode) => `[databases]
* = host=${hostname} port=${port || '5432'} user=${decodeURIComponent(username)}${password && ` password=${decodeURIComponent(password)}`}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${SERVER_CONNECTIONS}
log_connections = 0
log_disconnections = 0
`

/** Starts PgBouncer in front of all databases of a server. */
export const startPooler = async (serverUrl: string, mode: Mode = 'transaction'): Promise<Pooler> => {
  const missing = pgbouncerMissing()
  if (missing) throw new Error(`${missing} (apt-get install pgbouncer)`)
  const user = await asServerUser()
  const folder = mkdtempSync(join(tmpdir(), 'fe-pgbouncer-'))
  const file = join(folder, 'pgbouncer.ini')
  const port = await freePorts(1)
  writeFileSync(file, configOf(new URL(serverUrl), port, mode))
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const child = spawn(PGBOUNCER, ['--quiet', file], { ...user, cwd: folder, stdio: 'ignore' })
  const ended = once(child, 'close')
  await until(() => isOpen(port))
  return {
    urlOf: (url) => Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href,
    async stop() {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
