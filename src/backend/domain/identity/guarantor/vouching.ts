import type { ShownGuarantor } from '../../../../entities/guarantee.ts'
import type { Auth } from '../../../call/auth.ts'
import type { Guarantor, Reading } from './guarantor.ts'

/**
 * Returns the id of the member who vouches for what a call creates or confirms. For a script, that is its own
 * guarantor.
 */
export const guarantorIdOf = ({ machine, session, user }: Auth): string | null => {
  if (machine) return machine.userId ?? machine.guarantorId ?? machine.createdByUserId
  return session.actorId ?? user.id
}

/** Returns whether a guarantor is an active member with any rights in the account. */
export const holdsAnything = (guarantor: Guarantor | undefined): guarantor is Guarantor =>
  guarantor !== undefined && guarantor.keys.length > 0

/** Returns the guarantor to show; `null` if no one currently vouches for the record. */
export const shownGuarantor = async (
  { store }: Reading,
  guarantor: Guarantor | undefined,
): Promise<ShownGuarantor | null> => {
  const user = holdsAnything(guarantor) ? await store.users.get(guarantor.userId) : undefined
  return user ? { id: user.id, email: user.email, name: user.name } : null
}
