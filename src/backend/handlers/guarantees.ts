import type { guarantees } from '../../contract/guarantees.ts'
import { lazy } from '../../kernel/lazy.ts'
import { allowed, authenticated, type Handlers } from '../http/handler.ts'

const READ_USERS = 'fe.secure.read.users'

const work = lazy(async () => (await import('./guarantee-work.ts')).guaranteeWork)

export const guaranteesHandlers = {
  listGuaranteed: allowed(READ_USERS, async (call) => (await work()).list(call)),
  /** The required permission depends on the kind. */
  confirmGuaranteed: authenticated(async (call) => (await work()).confirm(call)),
  succeedGuarantor: allowed(READ_USERS, async (call) => (await work()).succeed(call)),
} satisfies Handlers<typeof guarantees>
