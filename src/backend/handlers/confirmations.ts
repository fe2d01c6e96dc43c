import type { confirmations } from '../../contract/me.ts'
import {
  confirmationsOf,
  confirmByPasskey,
  confirmByPassword,
  startPasskeyConfirmation,
} from '../domain/identity/access/confirm-session.ts'
import { type Handlers, signedIn } from '../http/handler.ts'

export const confirmationsHandlers = {
  listConfirmations: signedIn(async (call) => ({ ways: await confirmationsOf(call) })),
  confirmByPassword: signedIn((call) => confirmByPassword(call, call.body.password)),
  startPasskeyConfirmation: signedIn(async (call) => ({ options: await startPasskeyConfirmation(call) })),
  confirmByPasskey: signedIn((call) => confirmByPasskey(call, call.body)),
} satisfies Handlers<typeof confirmations>
