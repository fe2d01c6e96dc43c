import type { ShownGuarantor } from '../../../../entities/guarantors.ts'
import type { Auth } from '../../../call/auth.ts'
import type { Guarantor, Reading } from './guarantor.ts'

/** The member who vouches for what a call makes or confirms. What a script makes is vouched for by its own guarantor. */
export const guarantorIdOf = ({ machine, session, user }: Auth): string | null => {
  if (machine) return machine.userId ?? machine.guarantorId ?? machine.createdByUserId
  return session.actorId ?? user.id
}

/** Whether a guarantor is an active member who may do something in the account. */
export const holdsAnything = (guarantor: Guarantor | undefined): guarantor is Guarantor =>
  guarantor !== undefined && guarantor.keys.length > 0

/** `null` where no one vouches for a record today. */
export const shownGuarantor = async (
  { store }: Reading,
  guarantor: Guarantor | undefined,
): Promise<ShownGuarantor | null> => {
  const user = holdsAnything(guarantor) ? await store.users.get(guarantor.userId) : undefined
  return user ? { id: user.id, email: user.email, name: user.name } : null
}
