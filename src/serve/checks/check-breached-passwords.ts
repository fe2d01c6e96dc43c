import { packagedBreachedList } from '../../backend/adapters/breached-passwords.ts'
import { fetchBreachedRange } from '../../backend/adapters/breached-range.ts'
import type { ServeSettings } from '../settings.ts'
import type { Finding } from './finding.ts'

/** A range that contains no user's password. */
const PREFIX = '00000'

const checkService = async (url: string): Promise<Finding> => {
  const { host } = new URL(url)
  try {
    await fetchBreachedRange(url, PREFIX, Date.now())
    return { check: 'passwords', level: 'ok', text: `BREACHED_PASSWORDS_URL: ${host} lists breached passwords.` }
  } catch (error) {
    return {
      check: 'passwords',
      level: 'fault',
      text: `BREACHED_PASSWORDS_URL: ${host} gives no list: ${error instanceof Error ? error.message : 'unknown'}. Correct the URL, or open the way to it.`,
    }
  }
}

const checkList = async (): Promise<Finding> => {
  try {
    await packagedBreachedList()
    return { check: 'passwords', level: 'ok', text: 'The list of breached passwords can be read.' }
  } catch {
    return {
      check: 'passwords',
      level: 'fault',
      text: "The list of breached passwords can't be read. Install the packages again.",
    }
  }
}

/** Checks the sources that new passwords are compared with: the packaged list, and the service of the settings. */
export const checkBreachedPasswords = async ({
  breachedPasswordsUrl: url,
}: Pick<ServeSettings, 'breachedPasswordsUrl'>): Promise<Finding[]> =>
  Promise.all([checkList(), ...(url ? [checkService(url)] : [])])
