import { runnerCommand } from './runner-command.ts'

/** Presses real keys of the browser, one after the other, at the current focus, including in shadow roots. */
export const press = async (...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await runnerCommand('send-keys', { press: key })
}

export const type = (text: string): Promise<void> => runnerCommand('send-keys', { type: text })
