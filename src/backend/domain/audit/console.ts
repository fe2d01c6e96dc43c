import type { Caller } from '../../call/caller.ts'

/** The operator at a terminal, with the command they run: no session, no IP address. */
export const atConsole = (command: string): Caller => ({
  ipAddress: undefined,
  userAgent: command,
  origin: undefined,
  rawQuery: '',
  header: () => undefined,
  cookies: () => [],
})

/** `userId` of rows that no user of the product wrote. */
export const CONSOLE_USER = { id: 'console', email: 'console' }
