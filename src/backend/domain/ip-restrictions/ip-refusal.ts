import type { Caller } from '../../call/caller.ts'
import { forbidden } from '../../call/refusal.ts'
import { readConnectionAddress } from './ip-range.ts'

/** Names the address, so that the user can give it to an administrator. */
export const ipRefusalText = ({ ipAddress }: Pick<Caller, 'ipAddress'>): string => {
  const shown = readConnectionAddress(ipAddress)?.text
  const from = shown === undefined ? 'your IP address' : `your IP address (${shown})`
  return `This account doesn't allow access from ${from}. Use another network or contact your administrator.`
}

/** Not a 401: the session goes on as soon as its user is back in an allowed network. */
export const ipRefusal = (caller: Pick<Caller, 'ipAddress'>) => forbidden(ipRefusalText(caller))
