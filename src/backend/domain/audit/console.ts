import type { Caller } from '../../call/caller.ts'

/** Creates the caller for an operator at a terminal, with the command they run but without a session or IP address. */
export const atConsole = (command: string): Caller => ({
  ipAddress: undefined,
  userAgent: command,
  origin: undefined,
  rawQuery: '',
  header: () => undefined,
  cookies: () => [],
})

/** The user of entries that no user of the product caused. */
export const CONSOLE_USER = { id: 'console', email: 'console' }
