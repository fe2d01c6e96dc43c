import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { type DatabaseFacts, inspectDatabase, isPooled } from '../../backend/adapters/postgres/inspect-database.ts'
import { reasonOf } from '../../backend/adapters/postgres/outage.ts'
import { OLDEST_SERVER } from '../../backend/adapters/postgres/postgres-store.ts'
import { SealingKeyError } from '../../backend/adapters/sealing-key.ts'
import { smsMissing } from '../../backend/adapters/sms-uses.ts'
import type { ServeSettings } from '../settings.ts'
import type { Finding } from './finding.ts'

/** One-time codes of authenticator apps are accepted for half a minute; tokens live for minutes. */
const MAX_SKEW_MS = 5_000

const NUMBERS_PER_VERSION = 10_000

const serverFinding = ({ version, encoding }: DatabaseFacts): Finding => {
  const major = Math.floor(version / NUMBERS_PER_VERSION)
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

/** Checks the connection that notices of changes and migrations use. */
const checkDirectConnection = async ({ databaseUrl, databaseDirectUrl }: ServeSettings): Promise<Finding[]> => {
  const variable = databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'
  const url = databaseDirectUrl ?? databaseUrl
  try {
    if (!url || !(await isPooled(url))) return []
    const text = `${variable} leads to a pooler, so processes notice changes to settings and permissions up to a second late. Set DATABASE_DIRECT_URL to the database itself.`
    return [{ check: 'database', level: 'warning', text }]
  } catch (error) {
    const text = `${variable}: the database can't be opened: ${reasonOf(error)}. Start it, or correct the URL.`
    return [{ check: 'database', level: 'fault', text }]
  }
}

const checkFolder = async (dataDir: string): Promise<Finding[]> => {
  try {
    await access(dataDir, constants.R_OK | constants.W_OK)
    return [{ check: 'database', level: 'ok', text: `The embedded database is in ${dataDir}.` }]
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    return isMissing
      ? [{ check: 'database', level: 'ok', text: `The first start creates the embedded database in ${dataDir}.` }]
      : [{ check: 'database', level: 'fault', text: `DATA_DIR: ${dataDir} can't be written. Change its owner.` }]
  }
}

/** Checks the database of the settings. It only reads, so that the doctor command never runs a migration. */
export const checkDatabase = async (settings: ServeSettings): Promise<Finding[]> => {
  const { databaseUrl, dataDir, sealingKey } = settings
  if (!databaseUrl) return checkFolder(dataDir)
  try {
    const facts = await inspectDatabase(databaseUrl, sealingKey)
    return [...findingsOf(facts, settings), ...(await checkDirectConnection(settings))]
  } catch (error) {
    if (error instanceof SealingKeyError) return [{ check: 'keys', level: 'fault', text: error.message }]
    return [
      {
        check: 'database',
        level: 'fault',
        text: `DATABASE_URL: the database can't be opened: ${reasonOf(error)}. Start it, or correct the URL.`,
      },
    ]
  }
}
