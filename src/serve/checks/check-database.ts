import { constants, existsSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  type DatabaseFacts,
  inspectConnection,
  inspectDatabase,
} from '../../backend/adapters/postgres/inspect-database.ts'
import { areMissing } from '../../backend/adapters/postgres/migrations.ts'
import { reasonOf } from '../../backend/adapters/postgres/outage.ts'
import { majorOf, OLDEST_SERVER } from '../../backend/adapters/postgres/postgres-store.ts'
import { isForbidden, OWNERSHIP } from '../../backend/adapters/postgres/preparation-fault.ts'
import { tlsAdviceOf } from '../../backend/adapters/postgres/tls-advice.ts'
import { SealingKeyError } from '../../backend/adapters/sealing-key.ts'
import { smsMissing } from '../../backend/adapters/sms-uses.ts'
import type { ServeSettings } from '../settings.ts'
import type { Finding } from './finding.ts'

/** One-time codes of authenticator apps are accepted for half a minute; tokens live for minutes. */
const MAX_SKEW_MS = 5_000

const serverFinding = ({ version, encoding }: DatabaseFacts): Finding => {
  const major = majorOf(version)
  if (version < OLDEST_SERVER)
    return {
      check: 'database',
      level: 'fault',
      text: `PostgreSQL 15 or newer is needed, this is ${major}. Upgrade it.`,
    }
  if (encoding !== 'UTF8')
    return {
      check: 'database',
      level: 'fault',
      text: `The encoding is ${encoding}. Create the database with the encoding UTF8.`,
    }
  return { check: 'database', level: 'ok', text: `PostgreSQL ${major} can be reached.` }
}

const MIGRATIONS: Readonly<Record<DatabaseFacts['migrations'], Finding>> = {
  applied: { check: 'migrations', level: 'ok', text: 'All are applied.' },
  pending: {
    check: 'migrations',
    level: 'warning',
    text: 'Some are pending. The next start applies them; back the database up first.',
  },
  none: { check: 'migrations', level: 'ok', text: 'The database is empty. The first start creates the tables.' },
  newer: {
    check: 'migrations',
    level: 'warning',
    text: 'A newer release has added some. This one works with them if it is of the same major release.',
  },
}

const clockFinding = (skewMs: number): Finding =>
  Math.abs(skewMs) > MAX_SKEW_MS
    ? {
        check: 'clock',
        level: 'fault',
        text: `The database's clock is ${Math.round(Math.abs(skewMs) / 1000)} s ${skewMs > 0 ? 'ahead of' : 'behind'} this machine's. Synchronize both with NTP.`,
      }
    : { check: 'clock', level: 'ok', text: 'This machine and the database agree on the time.' }

const smsFindings = ({ smsUses }: DatabaseFacts, { sms }: ServeSettings): Finding[] => {
  const missing = sms ? undefined : smsMissing(smsUses)
  return missing ? [{ check: 'SMS', level: 'fault', text: missing }] : []
}

const findingsOf = (facts: DatabaseFacts, settings: ServeSettings): Finding[] => [
  serverFinding(facts),
  MIGRATIONS[facts.migrations],
  { check: 'keys', level: 'ok', text: facts.hasKeys ? 'SEALING_KEY opens them.' : 'The first start makes them.' },
  clockFinding(facts.skewMs),
  ...smsFindings(facts, settings),
]

const notOpened = (variable: string, error: unknown): Finding => ({
  check: 'database',
  level: 'fault',
  text: isForbidden(error)
    ? `${variable}: its role lacks a right: ${reasonOf(error)}. Grant the right to it.`
    : `${variable}: the database can't be opened: ${reasonOf(error)}. ${tlsAdviceOf(error) ?? 'Start it, or correct the URL.'}`,
})

/** Checks the connection that notices of changes and migrations use. */
const checkDirectConnection = async (
  { databaseUrl, databaseDirectUrl }: ServeSettings,
  { migrations }: DatabaseFacts,
): Promise<Finding[]> => {
  const variable = databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'
  const url = databaseDirectUrl ?? databaseUrl
  try {
    if (!url) return []
    const { isPooled, mayMigrate } = await inspectConnection(url)
    const pooled = `${variable} leads to a pooler, so processes notice changes to settings and permissions up to a second late. Set DATABASE_DIRECT_URL to the database itself.`
    const refused = `${variable}: its role may not run the migrations.${OWNERSHIP}`
    return [
      ...(isPooled ? [{ check: 'database', level: 'warning', text: pooled } as const] : []),
      ...(mayMigrate || !areMissing(migrations)
        ? []
        : [{ check: 'migrations', level: 'fault', text: refused } as const]),
    ]
  } catch (error) {
    return [notOpened(variable, error)]
  }
}

/** Returns the folder, or the nearest one above it if it doesn't exist yet. */
const nearestFolder = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder))

const checkFolder = async (dataDir: string): Promise<Finding[]> => {
  const folder = nearestFolder(dataDir)
  const text =
    folder === dataDir
      ? `The embedded database is in ${dataDir}.`
      : `The first start creates the embedded database in ${dataDir}.`
  try {
    // The dot requires a folder: a file can be written, too.
    await access(`${folder}/.`, constants.R_OK | constants.W_OK)
    return [{ check: 'database', level: 'ok', text }]
  } catch {
    return [{ check: 'database', level: 'fault', text: `DATA_DIR: ${folder} can't be written. Change its owner.` }]
  }
}

/** Checks the database of the settings. It only reads, so that the doctor command never runs a migration. */
export const checkDatabase = async (settings: ServeSettings): Promise<Finding[]> => {
  const { databaseUrl, dataDir, sealingKey } = settings
  if (!databaseUrl) return checkFolder(dataDir)
  try {
    const facts = await inspectDatabase(databaseUrl, sealingKey)
    return [...findingsOf(facts, settings), ...(await checkDirectConnection(settings, facts))]
  } catch (error) {
    if (error instanceof SealingKeyError) return [{ check: 'keys', level: 'fault', text: error.message }]
    return [notOpened('DATABASE_URL', error)]
  }
}
