import { IP_REFUSAL } from '../../../../rules/error-code.ts'
import type { Caller } from '../../../call/caller.ts'
import { Refusal } from '../../../call/refusal.ts'
import { readConnectionIp } from './ip-range.ts'

/** Returns a message that names the IP address, so that the user can report it to an administrator. */
export const ipRefusalText = ({ ipAddress }: Pick<Caller, 'ipAddress'>): string => {
  const shown = readConnectionIp(ipAddress)?.text
  const from = shown === undefined ? 'your IP address' : `your IP address (${shown})`
  return `This account doesn't allow access from ${from}. Use another network or contact your administrator.`
}

/**
 * Refuses the IP address with a 403 and not a 401, because the session continues once its user is back in an allowed
 * network.
 */
export const ipRefusal = (caller: Pick<Caller, 'ipAddress'>) =>
  new Refusal(403, [ipRefusalText(caller)], {}, IP_REFUSAL)
