import { Client } from 'pg'
import { authStrategiesSetting } from '../../domain/settings/auth-strategies.ts'
import { mfaStrategiesSetting } from '../../domain/settings/mfa-strategies.ts'
import type { VendorSetting } from '../../domain/settings/setting.ts'
import type { SectionName } from '../../domain/vendor-settings/kinds.ts'
import type { KeyRecord } from '../../store/records.ts'
import { assertReadable, readSealingKeys } from '../sealing-key.ts'
import { smsUsesIn } from '../sms-uses.ts'
import { type MigrationState, migrationStateOf } from './migrations.ts'

const TIMEOUT_MS = 5_000

export interface DatabaseFacts {
  /** The server's version number, such as 160004. */
  version: number
  encoding: string
  /** The next start runs pending migrations, and all of them in an empty database. */
  migrations: MigrationState
  /** Milliseconds by which the clock of the database is ahead of ours. */
  skewMs: number
  /** Whether the database has keys, all of which the sealing key opens. */
  hasKeys: boolean
  /** Sections of the vendor's settings that need text messages. */
  smsUses: SectionName[]
}

const FACTS = `select current_setting('server_version_num')::int as version,
  current_setting('server_encoding') as encoding,
  to_regclass('keys') is not null as keyed,
  to_regclass('policies') is not null as governed,
  (extract(epoch from clock_timestamp()) * 1000)::float8 as now`

/** Returns the clock skew: the times before and after the query enclose the database's own time. */
const skewOf = (now: number, before: number, after: number): number =>
  now < before ? now - before : Math.max(0, now - after)

const hasReadableKeys = async (client: Client, sealingKey: string): Promise<boolean> => {
  const { rows } = await client.query<KeyRecord>('select id, kind, value from keys')
  assertReadable(rows, readSealingKeys(sealingKey))
  return rows.length > 0
}

const smsUsesOf = async (client: Client): Promise<SectionName[]> => {
  const { rows } = await client.query<{ kind: string; value: string }>(
    'select kind, value from policies where "tenantId" is null and kind = any($1)',
    [[authStrategiesSetting.kind, mfaStrategiesSetting.kind]],
  )
  const settingIn = <Value>({ kind, parse, default: initial }: VendorSetting<string, Value>): Value => {
    const row = rows.find((one) => one.kind === kind)
    return row ? parse(row.value) : initial
  }
  return smsUsesIn({
    'auth-strategies': settingIn(authStrategiesSetting),
    'mfa-strategies': settingIn(mfaStrategiesSetting),
  })
}

const withClient = async <Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> => {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export interface ConnectionFacts {
  isPooled: boolean
  /** Whether the role may run the migrations. */
  mayMigrate: boolean
}

/** A table is changed by its owner alone; the schema of the migrations' own table may be of another role, too. */
const RIGHTS = `select pg_backend_pid() as pid,
  has_database_privilege(current_database(), 'create')
    and coalesce(has_schema_privilege(current_schema(), 'create'), false)
    and coalesce(has_schema_privilege(to_regnamespace('drizzle'), 'create'), true)
    and coalesce(pg_has_role((select relowner from pg_class where oid = to_regclass('users')), 'usage'), true)
    as "mayMigrate"`

/**
 * Returns what a start depends on of the connection that migrates. A pooler greets clients with a process ID that it
 * made up, because a connection to it has no server process of its own.
 *
 * @throws errors of the connection
 */
export const inspectConnection = (url: string): Promise<ConnectionFacts> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ pid: number; mayMigrate: boolean }>(RIGHTS)
    const [row] = rows
    // The driver's types lack the property.
    const greeted = 'processID' in client ? client.processID : undefined
    return { isPooled: greeted !== undefined && greeted !== row?.pid, mayMigrate: row?.mayMigrate ?? false }
  })

/**
 * Reads the facts that a start depends on; read-only.
 *
 * @throws SealingKeyError when `sealingKey` doesn't open the keys in the database, and errors of the connection
 */
export const inspectDatabase = (databaseUrl: string, sealingKey: string): Promise<DatabaseFacts> =>
  withClient(databaseUrl, async (client) => {
    const before = Date.now()
    const { rows } = await client.query(FACTS)
    const after = Date.now()
    const { version, encoding, keyed, governed, now } = rows[0]
    return {
      version,
      encoding,
      migrations: await migrationStateOf(client),
      skewMs: skewOf(now, before, after),
      hasKeys: keyed && (await hasReadableKeys(client, sealingKey)),
      smsUses: governed ? await smsUsesOf(client) : [],
    }
  })
