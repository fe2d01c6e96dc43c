import { checkBreachedPasswords } from '../../serve/checks/check-breached-passwords.ts'
import { checkDatabase } from '../../serve/checks/check-database.ts'
import { checkCdn, checkHosts, checkServer } from '../../serve/checks/check-http.ts'
import { checkMail, checkSms } from '../../serve/checks/check-messages.ts'
import type { Finding } from '../../serve/checks/finding.ts'
import { SettingError } from '../../serve/setting-values.ts'
import { readServeSettings, type ServeSettings } from '../../serve/settings.ts'
import type { Environment } from '../../serve/settings-file.ts'
import { adviseOnVariables } from '../../serve/variable-advice.ts'
import type { Place } from '../place.ts'

const checkSettings = (env: Environment, root: string): { settings?: ServeSettings; findings: Finding[] } => {
  const warnings = adviseOnVariables(env).map((text): Finding => ({ check: 'settings', level: 'warning', text }))
  try {
    const settings = readServeSettings(env, root)
    return { settings, findings: [{ check: 'settings', level: 'ok', text: 'All can be read.' }, ...warnings] }
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
    return { findings: [{ check: 'settings', level: 'fault', text: error.message }, ...warnings] }
  }
}

const checkAll = async (settings: ServeSettings, place: Place): Promise<Finding[]> =>
  (
    await Promise.all([
      checkDatabase(settings),
      checkMail(settings),
      checkSms(settings),
      checkBreachedPasswords(settings),
      checkHosts(settings),
      checkCdn(settings, place),
      checkServer(settings),
    ])
  ).flat()

const NAME_WIDTH = 12
const LEVEL_WIDTH = 9

/**
 * `front-entry doctor`: prints a line per check. The process exits with 1 when there is a fault, because a start would
 * fail or a part of the product would not work.
 */
export const doctor = async (env: Environment, place: Place): Promise<void> => {
  const { settings, findings } = checkSettings(env, place.root)
  const all = [...findings, ...(settings ? await checkAll(settings, place) : [])]
  for (const { check, level, text } of all)
    console.log(`${level.padEnd(LEVEL_WIDTH)}${check.padEnd(NAME_WIDTH)}${text}`)
  if (all.some(({ level }) => level === 'fault')) process.exitCode = 1
}
