import { messageRecipients } from '../../../../contract/webhooks.ts'
import { badRequest } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { MessageRecipientRecord } from '../../../store/records.ts'

/** The action of a link in a message. */
export type LinkUse = 'confirm' | 'stop'

const PATHS: Readonly<Record<LinkUse, string>> = {
  confirm: messageRecipients.showConfirmation.path,
  stop: messageRecipients.showStop.path,
}

const CONFIRM_LIFE_MS = 7 * 86_400_000

/** Derives the token of a link, so that every message contains a valid link without storing one. */
const tokenOf = ({ keyedHash }: Pick<Ports, 'keyedHash'>, use: LinkUse, id: string) => keyedHash(`recipient-${use}`, id)

export const recipientLink = async (
  ports: Pick<Ports, 'keyedHash' | 'config'>,
  use: LinkUse,
  { id }: Pick<MessageRecipientRecord, 'id'>,
): Promise<string> => {
  const url = new URL(PATHS[use], ports.config.apiUrl)
  url.searchParams.set('id', id)
  url.searchParams.set('token', await tokenOf(ports, use, id))
  return url.href
}

/**
 * Returns the recipient of a link.
 *
 * @throws Refusal 400 for a link that was made up or has expired
 */
export const recipientOfLink = async (
  ports: Ports,
  use: LinkUse,
  { id, token }: { id: string; token: string },
): Promise<MessageRecipientRecord> => {
  // Both are hashed once more, so that the duration of the comparison reveals nothing about the token.
  const [given, wanted] = await Promise.all(
    [token, await tokenOf(ports, use, id)].map((each) => ports.keyedHash('link', each)),
  )
  const isGenuine = given === wanted
  const found = isGenuine ? await ports.store.messageRecipients.get(id) : undefined
  const isOver = use === 'confirm' && (found?.sentAt ?? 0) + CONFIRM_LIFE_MS < ports.clock.now()
  if (!found || isOver)
    throw badRequest('This link has expired. Ask the administrator who added you for another one.').as('link-expired')
  return found
}
