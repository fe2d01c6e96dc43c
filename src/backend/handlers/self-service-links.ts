import type { selfService } from '../../contract/me.ts'
import { text } from '../call/read.ts'
import { Refusal } from '../call/refusal.ts'
import type { Page } from '../domain/oauth/oauth-pages.ts'
import { undoEmailChange, viewEmailUndo } from '../domain/self-service/email-undo.ts'
import {
  confirmRestorePage,
  confirmUndoPage,
  refusedPage,
  restoredPage,
  undonePage,
} from '../domain/self-service/link-pages.ts'
import { restoreUser, viewRestore } from '../domain/self-service/user-deletion.ts'
import type { Call } from '../http/handler.ts'
import { show } from './oauth-responses.ts'

interface Link {
  userId: string
  token: string
}

const linkOf = (given: { userId?: unknown; token?: unknown }): Link => ({
  userId: text(given.userId, 'userId'),
  token: text(given.token, 'token'),
})

/** Browsers open these links, so a refusal is a page too. */
const page = async (
  { ports, reply }: Pick<Call<unknown>, 'ports' | 'reply'>,
  work: () => Promise<Page>,
): Promise<string> => {
  try {
    return show(reply, await work())
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return show(reply, refusedPage(ports, error.errors.join(' ')), error.status)
  }
}

type Operation = 'showEmailUndo' | 'undoEmailChange' | 'showUserRestore' | 'restoreUser'
type LinkCall<operation extends Operation> = Call<(typeof selfService)[operation]>

export const selfServiceLinks = {
  showEmailUndo: (call: LinkCall<'showEmailUndo'>) =>
    page(call, async () => {
      const link = linkOf(call.query)
      return confirmUndoPage(call.ports, await viewEmailUndo(call, link), link)
    }),
  undoEmailChange: (call: LinkCall<'undoEmailChange'>) =>
    page(call, async () => undonePage(call.ports, await undoEmailChange(call, linkOf(call.body)))),
  showUserRestore: (call: LinkCall<'showUserRestore'>) =>
    page(call, async () => {
      const link = linkOf(call.query)
      return confirmRestorePage(call.ports, (await viewRestore(call, link)).email, link)
    }),
  restoreUser: (call: LinkCall<'restoreUser'>) =>
    page(call, async () => {
      await restoreUser(call, linkOf(call.body))
      return restoredPage(call.ports)
    }),
}
