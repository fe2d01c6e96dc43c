import { existsSync } from 'node:fs'
import { liftRestrictions } from '../../backend/domain/network/lift-restrictions.ts'
import type { Ports } from '../../backend/ports.ts'
import { SettingError } from '../../serve/setting-values.ts'
import { readDatabaseSettings } from '../../serve/settings.ts'
import type { Environment } from '../../serve/settings-file.ts'
import { withDatabaseOf } from '../open-database.ts'
import type { Place } from '../place.ts'
import { readArguments } from '../read-arguments.ts'

/** No email is sent and no token signed, so only the types require origins. */
const UNUSED_ORIGIN = 'http://localhost'

const readTenant = (args: readonly string[], { call }: Place): string => {
  const { tenant } = readArguments({ args: [...args], options: { tenant: { type: 'string' } } }).values
  if (tenant) return tenant
  throw new SettingError(`Name the account: ${call('unlock --tenant <ID or alias>')}`)
}

const lift = async (ports: Ports, wanted: string): Promise<void> => {
  const { tenants } = ports.store
  const tenant = (await tenants.get(wanted)) ?? (await tenants.find({ alias: wanted }))
  if (!tenant) throw new SettingError(`There is no account with the ID or alias ${wanted}.`)
  const { lifted, vendorForcesMfa } = await liftRestrictions(ports, tenant)
  console.log(`${tenant.name} (${tenant.id})`)
  for (const name of lifted) console.log(`  Turned off ${name}.`)
  if (lifted.length === 0) console.log('  No restriction was on, so nothing was changed.')
  else console.log('  Lists of IP addresses and domains were kept. The audit log names the console.')
  if (vendorForcesMfa)
    console.log('  The vendor requires a second factor of every account; this command leaves that on.')
}

/**
 * `front-entry unlock`: turns off the restrictions of an account that locked its administrators out, and lists them.
 *
 * @throws SettingError, and errors of `openBackend`
 */
export const unlock = async (args: readonly string[], env: Environment, place: Place): Promise<void> => {
  const wanted = readTenant(args, place)
  const settings = readDatabaseSettings(env, place.root)
  const { databaseUrl, dataDir } = settings
  // Opening a folder that doesn't exist would create an empty database there.
  if (!databaseUrl && !existsSync(dataDir))
    throw new SettingError(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL.`)
  await withDatabaseOf({ ...settings, apiUrl: UNUSED_ORIGIN, appUrl: UNUSED_ORIGIN }, (ports) => lift(ports, wanted))
}
